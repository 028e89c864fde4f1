import type { Plugin } from 'vite'

/** What an endpoint says for the API's description alone, as the formatter writes it: one property a line or more. */
const described = /^\s*(?:summary:\s*'(?:[^'\\]|\\.)*'|tag(?:: '[^']*')?|refusals: \[[^\]]*\]),\n/gm

/** Vite plugin: leaves out of the contract what a browser never reads, the descriptions of the calls. */
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
