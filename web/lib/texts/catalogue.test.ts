import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import { errorCatalogue } from '#contract/errors.ts'
import { allFiles, en, english, root, sk, slovak } from '#locales/all-texts.ts'
import { compileText } from '#locales/compile-text.ts'
import type { CompiledText } from '#locales/format-message.ts'
import type { MessageOf, Value, Values, ValuesOf } from '#locales/values-of.ts'
import { messageValuesSource } from '../../../scripts/write-message-values.ts'
import { compileCatalogue, readCatalogueFile } from '../../build/catalogue-plugin.ts'

test('R18.03 both languages have the same files, and in each the same keys', () => {
  expect(allFiles(en)).toEqual(allFiles(sk))
  for (const name of allFiles(sk)) {
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

test('every message, and what it mentions, is known to the compiler', () => {
  const source = readFileSync(join(root, 'locales/message-values.ts'), 'utf8')
  expect(source === messageValuesSource(), 'run `node scripts/write-message-values.ts`').toBe(true)
})

test('a value that a message mentions cannot be left out, whichever message a key becomes', () => {
  expectTypeOf<ValuesOf<'error.control_code_invalid'>>().toEqualTypeOf<{ tries_left: number }>()
  expectTypeOf<ValuesOf<'common.retry'>>().toBeUnknown()
  type Either = ValuesOf<'error.min_length' | 'error.max_length' | 'error.required'>
  expectTypeOf<Either>().toExtend<{ min: Value }>()
  expectTypeOf<Either>().toExtend<{ max: Value }>()
  expectTypeOf<MessageOf<'common.retry' | 'error.max_length'>>().toEqualTypeOf<
    { id: 'common.retry'; values?: Values } | { id: 'error.max_length'; values: { max: Value } & Values }
  >()
})

test('R8.14 every error key has a text in both languages', () => {
  for (const key of [...Object.keys(errorCatalogue), 'unexpected', 'offline', 'timeout']) {
    expect(slovak[`error.${key}`], key).toBeTruthy()
    expect(english[`error.${key}`], key).toBeTruthy()
  }
})

test('R18.03 every message of the browser is used', () => {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] })
    .map(path => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  // Dynamic keys: `main.${name}_title` uses all matching keys.
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

/** Unique names of placeholders and tags. */
function mentioned(message: string): string[] {
  const names = new Set<string>(message.match(/<\w+>/g))
  const collect = (tokens: CompiledText) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue
      const [name, , cases = {}] = token
      names.add(name)
      for (const each of Object.values(cases)) collect(each)
    }
  }
  collect(compileText(message))
  return [...names].sort()
}
