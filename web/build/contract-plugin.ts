import type { Plugin } from 'vite'

/** Properties of an endpoint that only OpenAPI uses, as formatted: one or more lines each. */
const described =
  /^\s*(?:summary:\s*'(?:[^'\\]|\\.)*'|tag(?:: '[^']*')?|refusals: \[[^\]]*\]),\n|(?<=\{ )tag(?:: '[^']*')?, /gm

/** Vite plugin: strips OpenAPI descriptions from the contract, which the browser never reads. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler: code => ({ code: code.replaceAll(described, ''), map: null }),
    },
  }
}
