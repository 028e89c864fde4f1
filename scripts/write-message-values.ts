// Generates locales/message-values.ts: message keys with their placeholders, so that the compiler finds unknown
// keys and missing values. Run it after a new file or a change of a text's placeholders; a test fails until it
// has been run.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileText } from '#locales/compile-text.ts'
import type { CompiledText } from '#locales/format-message.ts'
import { catalogueFiles, readCatalogueFile } from '#web/build/catalogue-plugin.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'locales/message-values.ts')

/** TypeScript type of a placeholder by its ICU type. */
const typeOf: Record<string, string> = { plural: 'number', select: 'string' }

/**
 * The expected source of locales/message-values.ts.
 *
 * @param folder of one language; a test holds the placeholders of all languages to each other
 */
export function messageValuesSource(folder = join(root, 'locales/sk')): string {
  const lines = readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .flatMap(name => Object.entries(readCatalogueFile(join(folder, name))))
    .map(([key, message]) => [key, placeholdersOf(message)] as const)
    .filter(([, placeholders]) => placeholders.size > 0)
    .sort(byName)
    .map(([key, placeholders]) => {
      const values = [...placeholders].sort(byName).map(([name, type]) => `${name}: ${type}`)
      return `  '${key}': { ${values.join('; ')} }`
    })
  return [
    '// Made by `node scripts/write-message-values.ts` from the texts in locales/sk.',
    ...catalogueFiles(folder).map(name => `import type ${identifier(name)} from './sk/${name}'`),
    '',
    '/** Every message that the browser may show. */',
    'export type MessageKey =',
    ...catalogueFiles(folder).map(name => `  | keyof typeof ${identifier(name)}`),
    '',
    '/** What stands in the place of a placeholder. */',
    'export type Value = string | number',
    '',
    '/** What each message mentions; those that mention nothing are left out. */',
    'export type MessageValues = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

/** `gift-offer.json` → `giftOffer` */
const identifier = (name: string) =>
  name.replace(/\.json$/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const byName = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]) =>
  a < b ? -1 : 1

/** Names and types of a message's placeholders. */
function placeholdersOf(message: string): Map<string, string> {
  const found = new Map<string, string>()
  const collect = (tokens: CompiledText) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue
      const [name, type, cases = {}] = token
      const narrow = type === undefined ? undefined : typeOf[type]
      if (narrow !== undefined || !found.has(name)) found.set(name, narrow ?? 'Value')
      for (const each of Object.values(cases)) collect(each)
    }
  }
  collect(compileText(message))
  return found
}

if (import.meta.main) writeFileSync(file, messageValuesSource())
