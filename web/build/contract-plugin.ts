import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** What only the server reads of an endpoint: descriptions for OpenAPI, and schemas of what no form checks. */
const serversOnly = new Set(['summary', 'tag', 'refusals', 'params', 'query', 'otherAnswers'])

/**
 * Vite plugin: leaves out of the contract what the browser never reads, and the schemas of answers, which the server holds
 * to them before it sends them (decision 092). So what the first paint needs does not need zod.
 *
 * @param web folder of the pages
 */
export function leanContract(web: string): Plugin {
  const sources = globSync('**/*.{ts,tsx}', { cwd: web }).map(file => readFileSync(join(web, file), 'utf8'))
  /** Endpoints whose body a form checks before it sends it. */
  const checked = new Set(
    sources.flatMap(source => [...source.matchAll(/\b(\w+)\.body\b/g)].map(([, name]) => name)),
  )
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      // Definitions only: a module of which nothing is used is left out.
      handler: (code, id) => ({ code: leanOf(code, id, checked), map: null, moduleSideEffects: false }),
    },
  }
}

function leanOf(code: string, id: string, checked: ReadonlySet<string | undefined>): string {
  /** Ranges with what stands there instead, in their order. */
  const changes: [start: number, end: number, text: string][] = []
  const leaveOut = ({ properties, end }: ESTree.ObjectExpression, keepsBody: boolean) => {
    for (const [index, property] of properties.entries()) {
      const name = nameOf(property)
      if (!serversOnly.has(name) && (name !== 'body' || keepsBody)) continue
      changes.push([property.start, properties[index + 1]?.start ?? end - 1, ''])
    }
  }
  const leaveSchemaOut = ({ properties }: ESTree.ObjectExpression) => {
    const body = properties.find(each => nameOf(each) === 'body')
    if (body?.type === 'Property') changes.push([body.value.start, body.value.end, '{}'])
  }
  let functions = 0
  new Visitor({
    VariableDeclarator({ id: declared, init }) {
      // What several endpoints share is spread into each.
      if (init?.type === 'TSAsExpression' && init.expression.type === 'ObjectExpression')
        leaveOut(init.expression, true)
      if (
        init?.type !== 'CallExpression' ||
        init.callee.type !== 'Identifier' ||
        init.callee.name !== 'endpoint'
      )
        return
      const [definition] = init.arguments
      if (definition?.type === 'ObjectExpression')
        leaveOut(definition, declared.type === 'Identifier' && checked.has(declared.name))
    },
    // A schema that nothing uses is left out with what it is made of.
    CallExpression({ start }) {
      if (functions === 0) changes.push([start, start, '/* @__PURE__ */ '])
    },
    FunctionDeclaration: () => void functions++,
    'FunctionDeclaration:exit': () => void functions--,
    ArrowFunctionExpression: () => void functions++,
    'ArrowFunctionExpression:exit': () => void functions--,
    Property({ key, value }) {
      const name = key.type === 'Identifier' ? key.name : ''
      if (value.type === 'ObjectExpression' && (name === 'success' || name === 'accepted'))
        leaveSchemaOut(value)
    },
    ObjectExpression(answer) {
      if (
        answer.properties.some(
          each => nameOf(each) === 'status' && each.type === 'Property' && each.value.type === 'Literal',
        )
      )
        leaveSchemaOut(answer)
    },
  }).visit(parseSync(id, code).program)
  let lean = ''
  let at = 0
  for (const [start, end, text] of changes.toSorted(([a, to], [b, end]) => a - b || end - to)) {
    if (start < at) continue
    lean += code.slice(at, start) + text
    at = end
  }
  return lean + code.slice(at)
}

const nameOf = (property: ESTree.ObjectExpression['properties'][number]): string =>
  property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : ''
