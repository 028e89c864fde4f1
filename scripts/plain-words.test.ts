import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Phrases that hide a term of the field, with the term that a reader would search for. */
const riddles: readonly [phrase: RegExp, term: string][] = [
  [/\bof (many|two|several) at once\b/i, 'race, concurrent calls'],
  [/\b(is|was|are|were|stays) so already\b/i, 'idempotent'],
  [/\bthe others find (it|them)\b/i, 'the first inserts, the rest read its row'],
  [/\b(is|are) to be told\b/i, 'pending notice'],
  [/\bwhat (is|was|has been) told\b/i, 'what the page, mail or answer says, by its name'],
  [/\b(put|puts) in order by\b/i, 'sort key'],
  [/\b(look|looks|looking) after\b/i, 'maintain, administer'],
  [/\btried again later and later\b/i, 'backoff'],
  [/\b(once|only) it has been quiet\b/i, 'debounce'],
]

/** Comments and titles of tests; all of a document. */
const proseOf = (name: string, text: string): string[] =>
  name.endsWith('.md')
    ? text.split('\n')
    : text
        .split('\n')
        .filter(line => /^\s*(\/\/|\/?\*)|\b(test|it|describe)(\.each)?\(|^\s*['`].*['`],$/.test(line))

const riddlesIn = (name: string, text: string): string[] =>
  proseOf(name, text).flatMap(line =>
    riddles.filter(([phrase]) => phrase.test(line)).map(([, term]) => `${name}: ${line.trim()} → ${term}`),
  )

test('R18.04 comments, titles of tests and documents say the terms of the field', () => {
  const names = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  const sources = names.split('\n').filter(name => name !== '' && !name.endsWith('plain-words.test.ts'))
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.flatMap(name => riddlesIn(name, readFileSync(join(root, name), 'utf8')))).toEqual([])
})

test('a riddle in a comment or a title is found, and none in code', () => {
  expect(riddlesIn('a.ts', '// Of many at once one does it.\nconst a = "is so already"')).toEqual([
    'a.ts: // Of many at once one does it. → race, concurrent calls',
  ])
  expect(riddlesIn('a.test.ts', "test('what is told', () => {})")).toHaveLength(1)
})
