import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources } from './source-hash.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'profil-sources-'))
  write('web/a.ts', 'a')
  write('web/deep/b.css', 'b')
  write('lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

test('the same files have the same hash, whatever their times', () => {
  const before = hash()
  utimesSync(join(root, 'web/a.ts'), 1, 1)
  expect(hash()).toBe(before)
})

test.each([
  ['a changed text', () => write('web/deep/b.css', 'c')],
  ['a new file', () => write('web/deep/c.css', '')],
  ['a removed file', () => rmSync(join(root, 'web/a.ts'))],
  ['a renamed file', () => [rmSync(join(root, 'web/a.ts')), write('web/c.ts', 'a')]],
  ['a changed single file', () => write('lock.json', '[]')],
])('%s changes the hash', (_, change) => {
  const before = hash()
  change()
  expect(hash()).not.toBe(before)
})

test('tests, tools’ caches in node_modules and missing folders are ignored', () => {
  const before = hash()
  write('web/a.test.ts', 'test')
  write('web/node_modules/.vite/results.json', '{}')
  expect(hash()).toBe(before)
  expect(hashSources(root, ['web', 'lock.json', 'none'])).toBe(before)
})

function hash(): string {
  return hashSources(root, ['web', 'lock.json'])
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
