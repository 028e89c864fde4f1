import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders = ['bench', 'brands', 'contract', 'demo', 'e2e', 'locales', 'scripts', 'server', 'web']

const isCounted = (file: string) => /\.(tsx?|css)$/.test(file) && file !== 'locales/message-values.ts'
const isTest = (file: string) =>
  /\.(test|spec)\.tsx?$|\/testing\/|^(bench|e2e|server\/system-tests)\//.test(file)

/** A row of docs/size.md; one that names no folder has all that no other has. */
type Part = { names: string[]; before: number; bound: number; bought: string }

function readParts(heading: string): Part[] {
  const section = readFileSync(join(root, 'docs/size.md'), 'utf8').split(`\n## ${heading}\n`)[1] ?? ''
  const rows =
    section
      .split('\n## ')[0]
      ?.match(/^\| .+ \|$/gm)
      ?.slice(1) ?? []
  return rows.map(row => {
    const [part = '', before = '', bound = '', bought = ''] = row.slice(2, -2).split(' | ')
    const names = [...part.matchAll(/`(.+?)`/g)].map(([, name = '']) => name)
    return { names, before: toNumber(before), bound: toNumber(bound), bought }
  })
}

const toNumber = (text: string) => Number(text.replaceAll(',', ''))

/** The part whose folder is the longest of those that a file lies in. */
function partOf(file: string, parts: readonly Part[]): Part | undefined {
  const named = parts.flatMap(part => part.names.map(name => ({ part, name })))
  const [longest] = named
    .filter(({ name }) => file.startsWith(`${name}/`))
    .sort((one, other) => other.name.length - one.name.length)
  return longest?.part ?? parts.find(({ names }) => names.length === 0)
}

const files = folders
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  )
  .filter(isCounted)
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1

test.each([
  ['Product', files.filter(file => !isTest(file))],
  ['Tests', files.filter(isTest)],
])('R18.06 each part keeps its bound, and one that grew says what it bought: %s', (heading, counted) => {
  const parts = readParts(heading)
  const lines = new Map(parts.map(part => [part, 0]))
  for (const file of counted) {
    const part = partOf(file, parts)
    if (!part) throw new Error(`${file} is of no part: add a row to docs/size.md.`)
    lines.set(part, (lines.get(part) ?? 0) + linesOf(file))
  }
  expect(parts.length).toBeGreaterThan(4)
  for (const [{ names, before, bound, bought }, now] of lines) {
    expect(now, `${names.join(', ')}: raise its bound in docs/size.md and say for what`).toBeLessThanOrEqual(
      bound,
    )
    expect(now, `${names.join(', ')}: lower its bound in docs/size.md`).toBeGreaterThan(bound * 0.9)
    if (now > before) expect(bought.length, names.join(', ')).toBeGreaterThan(10)
  }
})
