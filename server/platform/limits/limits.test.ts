import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../process/project-root.ts'
import { type Limit, windowInWords } from './limit.ts'
import { capacities, limits } from './limits.ts'

/** The expected rows of docs/limits.md; after a change they are copied from the failing test. */
const rowsOf = (cells: string[][]) => cells.map(row => `| ${row.join(' | ')} |`)

function past({ counts, captcha }: Limit): string {
  return [
    ...(counts === 'misses' ? ['what turns out otherwise is not counted'] : []),
    ...(counts === 'done' ? ['what is refused is not counted'] : []),
    ...(captcha ? [`a captcha, asked for from ${captcha.from} on; then ${captcha.upTo}`] : []),
  ].join('; ')
}

const lines = Object.values<Limit>(limits).map(limit => [
  limit.what,
  limit.per,
  String(limit.points),
  windowInWords(limit),
  `\`${limit.refusal ?? 'too_many_requests'}\``,
  past(limit) || '–',
])

const atOnce = Object.values<{ what: string; atOnce: number; waiting?: number; ofOneAddress?: number }>(
  capacities,
).map(({ what, atOnce: most, waiting, ofOneAddress }) => [
  what,
  most.toLocaleString('en'),
  waiting === undefined ? '–' : String(waiting),
  ofOneAddress === undefined ? '–' : ofOneAddress.toLocaleString('en'),
])

test.each([
  ['limits', lines],
  ['capacities', atOnce],
])('R17.04 R18.03 docs/limits.md lists the %s as they are', (_, cells) => {
  const document = readFileSync(join(projectRoot, 'docs/limits.md'), 'utf8')
  const [first] = rowsOf(cells)
  const inDocument = document.split('\n')
  const start = inDocument.indexOf(first ?? '')
  expect(inDocument.slice(start, start + cells.length)).toEqual(rowsOf(cells))
  expect(inDocument[start + cells.length]).toBe('')
})
