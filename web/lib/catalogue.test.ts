import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { errorCatalogue } from '#contract/errors.ts'
import { catalogueFiles, compileCatalogue, readCatalogueFile } from './catalogue-plugin.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sk = join(root, 'locales/sk')
const en = join(root, 'locales/en')
/** The mails are held to the same rules, though the browser never gets them. */
const withMails = (folder: string) =>
  existsSync(join(folder, 'mail.json')) ? [...catalogueFiles(folder), 'mail.json'] : catalogueFiles(folder)
const readAll = (folder: string): Record<string, string> => {
  const files = withMails(folder).map(name => readCatalogueFile(join(folder, name)))
  return Object.fromEntries(files.flatMap(messages => Object.entries(messages)))
}

const slovak = readAll(sk)
const english = readAll(en)

test('both languages have the same files, and in each the same keys', () => {
  expect(withMails(en)).toEqual(withMails(sk))
  for (const name of withMails(sk)) {
    expect(Object.keys(readCatalogueFile(join(en, name))), name).toEqual(
      Object.keys(readCatalogueFile(join(sk, name))),
    )
  }
})

test('every message compiles, and no key is in two files', () => {
  expect(() => compileCatalogue(sk)).not.toThrow()
  expect(() => compileCatalogue(en)).not.toThrow()
})

test('a message mentions the same values and tags in both languages', () => {
  for (const key of Object.keys(slovak)) {
    expect(mentioned(english[key] ?? ''), key).toEqual(mentioned(slovak[key] ?? ''))
  }
})

test('R8.14 every error key has a text in both languages', () => {
  for (const key of [...Object.keys(errorCatalogue), 'unexpected', 'offline', 'timeout']) {
    expect(slovak[`error.${key}`], key).toBeTruthy()
    expect(english[`error.${key}`], key).toBeTruthy()
  }
})

test('every catalogue file of the browser is part of MessageKey', () => {
  const source = readFileSync(join(root, 'web/lib/message-key.ts'), 'utf8')
  for (const name of catalogueFiles(sk)) expect(source).toContain(`#locales/sk/${name}`)
})

test('every message of the browser is used', () => {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] })
    .map(path => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  // A key may be put together: `main.${name}_title` uses all keys that fit it.
  const patterns = [...sources.matchAll(/`([a-z_.]+\.)\$\{[^}]+\}([a-z_.]*)`/g)].map(
    ([, start = '', end = '']) => ({ start, end }),
  )
  const unused = Object.keys(compileCatalogue(sk)).filter(
    key =>
      !sources.includes(`'${key}'`) &&
      !sources.includes(`"${key}"`) &&
      !patterns.some(({ start, end }) => key.startsWith(start) && key.endsWith(end)),
  )
  expect(unused).toEqual([])
})

describe('Slovak typography', () => {
  const faults: [string, RegExp][] = [
    ['a one-letter word stays with the next one', /(?<![\p{L}\p{N}_&])[aikosuvz] /iu],
    [
      'a number stays with what it counts',
      /# (?!zo? )(?=\p{Ll})|\d (?=[€%]|zariaden|hod|dn[eí]|rok|mesiac|znak|číslic|prístup)/u,
    ],
    ['a day stays with its month', /\d\. (?=\p{Ll})/u],
    ['quotation marks are Slovak', /(?<!=)["”](?=\p{L})|“(?=\p{L})/u],
    ['an ellipsis is one character', /\.\.\./],
  ]
  test.each(faults)('%s', (_, fault) => {
    const bad = Object.entries(slovak).filter(([, message]) => fault.test(withoutCode(message)))
    expect(bad).toEqual([])
  })
})

/** Names of values and tags, each once. */
function mentioned(message: string): string[] {
  const names = new Set<string>(message.match(/<\w+>/g))
  const collect = (tokens: CompiledMessage) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue
      const [name, type, format] = token
      names.add(name)
      const branches = type && format && typeof format === 'object' ? Object.values(format) : []
      for (const branch of branches) if (Array.isArray(branch)) collect(branch)
    }
  }
  collect(compileMessageOrThrow(message))
  return [...names].sort()
}

/** Leaves only what the reader sees: no names of values, no plural syntax, no tags. */
const withoutCode = (message: string): string =>
  message
    .replaceAll(/\{\w+, (?:plural|select|selectordinal),/g, '')
    .replaceAll(/\{\w+\}|<\/?\w+>|=\d+ \{/g, '')
