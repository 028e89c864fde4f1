import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkNames } from './check-names.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'names-'))
  write('contract/cats/cats.ts', 'export const feedCat = endpoint({})\n')
  write('server/modules/cats/feed-cat.ts')
  write('server/modules/cats/cats.test.ts')
  write('web/features/cats/feed-cat/feed-cat.tsx')
  write('web/features/cats/cat-words.ts')
  write('e2e/cats/feed-cat.spec.ts')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text = '') {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

test('R18.02 each use case bears the name of its endpoint in the browser, on the server and in its journey', () => {
  expect(checkNames(join(import.meta.dirname, '..'))).toEqual([])
})

test('a use case with one name on all sides is fine, also in a folder of another module or one of its own', () => {
  expect(checkNames(root, {})).toEqual([])
  rmSync(join(root, 'server/modules/cats'), { recursive: true })
  write('server/modules/animals/cats/feed-cat.ts')
  write('server/modules/animals/cats/cats.test.ts')
  expect(checkNames(root, {})).toEqual([])
  rmSync(join(root, 'server/modules/animals'), { recursive: true })
  write('server/modules/cats/meals/feed-cat.ts')
  write('server/modules/cats/meals/meals.test.ts')
  expect(checkNames(root, {})).toEqual([])
})

test('a folder without an endpoint of its name, or without a file on the server, is told', () => {
  write('web/features/cats/stroke-cat/stroke-cat.tsx')
  write('server/modules/cats/stroke-cat.test.ts')
  expect(checkNames(root, {})).toEqual([
    'web/features/cats/stroke-cat/ has no endpoint: contract/cats/ exports no strokeCat.',
    'web/features/cats/stroke-cat/ has no file on the server: server/modules/cats/stroke-cat.ts.',
  ])
})

test('an endpoint of another subject does not count', () => {
  write('contract/dogs/dogs.ts', 'export const feedDog = endpoint({})\n')
  write('server/modules/cats/feed-dog.ts')
  write('web/features/cats/feed-dog/feed-dog.tsx')
  expect(checkNames(root, {})).toEqual([
    'web/features/cats/feed-dog/ has no endpoint: contract/cats/ exports no feedDog.',
  ])
})

test('a journey of a use case lies with its subject; one of no use case lies anywhere', () => {
  write('e2e/settings/feed-cat.spec.ts')
  write('e2e/settings/sections.spec.ts')
  expect(checkNames(root, {})).toEqual([
    'e2e/settings/feed-cat.spec.ts bears the name of a use case of cats: move it to e2e/cats/.',
  ])
})

test('an exception names the other sides, and is told when it is not needed', () => {
  write('web/features/cats/stroke-cat/stroke-cat.tsx')
  const because = 'a test'
  expect(checkNames(root, { 'cats/stroke-cat': { endpoints: ['cats/feed-cat'], because } })).toEqual([])
  expect(
    checkNames(root, {
      'cats/stroke-cat': { endpoints: ['cats/feed-cat'], server: 'cats/gone', because },
      'cats/feed-cat': { server: 'cats/feed-cat', because },
      'cats/bath-cat': { because },
    }),
  ).toEqual([
    'cats/feed-cat needs no exception: every side bears its name.',
    'web/features/cats/stroke-cat/ has no file on the server: server/modules/cats/gone.ts.',
    'cats/bath-cat is an exception, but there is no web/features/cats/bath-cat/.',
  ])
})

test('a use case without a test beside it is told', () => {
  rmSync(join(root, 'server/modules/cats/cats.test.ts'))
  write('server/modules/cats/meals/meals.test.ts')
  expect(checkNames(root, {})).toEqual([
    'server/modules/cats/feed-cat.ts has no test beside it: add feed-cat.test.ts.',
  ])
})
