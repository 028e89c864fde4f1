import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readBrandTexts } from './brand-plugin.ts'
import { catalogues } from './catalogue-plugin.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const catalogue = join(root, 'locales')
const folder = mkdtempSync(join(tmpdir(), 'profil-brand-'))
mkdirSync(join(folder, 'texts'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (language: string, texts: object) =>
  writeFileSync(join(folder, 'texts', `${language}.json`), JSON.stringify(texts))

test('a publisher’s words take the place of ours, and the others stay', () => {
  write('sk', { 'site.name': 'Môj Kuriér' })
  const own = readBrandTexts(folder, catalogue)
  const { load } = catalogues(catalogue, own)
  if (typeof load !== 'function') throw new TypeError('The plugin loads by a function')
  const compiled = String(
    Reflect.apply(load, { addWatchFile: () => undefined }, ['\0virtual:catalogue/sk/account']),
  )
  expect(compiled).toContain(String.raw`\"site.name\":[\"Môj Kuriér\"]`)
  expect(compiled).toContain(String.raw`\"site.publisher\":[\"Denník\"]`)
  expect(readBrandTexts(undefined, catalogue)).toEqual({})
})

test('a key that there is none of stops the build, with the file and the key', () => {
  write('en', { 'site.nam': 'My account' })
  expect(() => readBrandTexts(folder, catalogue)).toThrow(/texts\/en\.json: there is no text site\.nam$/)
})

test('the words of the brands that come along are all known', () => {
  for (const name of readdirSync(join(root, 'brands'))) {
    expect(Object.keys(readBrandTexts(join(root, 'brands', name), catalogue))).toEqual(['sk', 'en'])
  }
})
