import type { Plugin, Rolldown } from 'vite'

const named = /(\w+)(?: as (\w+))?/g

/**
 * Vite plugin: puts the bundler's helpers, half a kilobyte that every chunk imports, into the chunk that all programs begin
 * with; the bundler gives them a file of their own, which is one request more before the first paint. The names of files
 * stay true to what is in them: that of the chunk comes from a content that names the file of the helpers.
 *
 * @param home name of the chunk
 */
export function joinedRuntime(home: string): Plugin {
  return {
    name: 'joined-runtime',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
        const find = (name: string) => chunks.find(chunk => chunk.name === name)
        const [runtime, target] = [find('rolldown-runtime'), find(home)]
        if (!runtime || !target) throw new Error('The build made no helpers, or no chunk for them')
        for (const chunk of chunks) join(chunk, runtime, target)
        delete bundle[runtime.fileName]
      },
    },
  }
}

function join(
  chunk: Rolldown.OutputChunk,
  runtime: Rolldown.OutputChunk,
  target: Rolldown.OutputChunk,
): void {
  const [from, to] = [runtime, target].map(({ fileName }) => `"./${fileName.replace(/.*\//, '')}"`)
  const imported = new RegExp(`import\\{([^}]*)\\}from${from};`).exec(chunk.code)
  if (!imported) return
  const [statement, names = ''] = imported
  const here =
    chunk === target
      ? `var{${names.replaceAll(' as ', ':')}}=helpers;`
      : `import{${names.replaceAll(named, (_all, name, own = name) => `helper_${name} as ${own}`)}}from${to};`
  chunk.code = chunk.code.replace(statement, () => (chunk === target ? helpersOf(runtime) + here : here))
  chunk.imports = [
    ...new Set(chunk.imports.map(file => (file === runtime.fileName ? target.fileName : file))),
  ].filter(file => file !== chunk.fileName)
}

/** The helpers as one object, in whose function none of their names meets another, and an export of each. */
function helpersOf({ code }: Rolldown.OutputChunk): string {
  const [statement, names = ''] = /export\{([^}]*)\};?\s*$/.exec(code) ?? []
  if (statement === undefined) throw new Error('The helpers export nothing')
  const all = [...names.matchAll(named)].map(([, own, name = own]) => ({ own, name }))
  const object = all.map(({ own, name }) => `${name}:${own}`).join(',')
  const exported = all.map(({ name }) => `helper_${name}=helpers.${name}`).join(',')
  return `const helpers=(()=>{${code.replace(statement, '')};return{${object}}})();export const ${exported};`
}
