import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  afterRepetition,
  countPlaywright,
  countVitest,
  failedFiles,
  judge,
  summaryLine,
} from './count-results.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'profil-counts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('vitest: passed, failed and skipped tests are counted over all files', () => {
  const file = report({
    testResults: [
      { name: 'a.test.ts', status: 'passed', assertionResults: [made('passed'), made('pending')] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [made('passed'), made('failed', 'adds up'), made('todo')],
      },
    ],
  })
  expect(countVitest(file)).toEqual({ passed: 2, failed: 1, skipped: 2 })
  expect(failedFiles(file)).toEqual([{ file: 'b.test.ts', tests: ['adds up'] }])
})

test('vitest: a file that fails before its first test is a failed test', () => {
  const file = report({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] })
  expect(countVitest(file)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('Playwright: a flaky test has failed', () => {
  const file = report({ stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 1 } })
  expect(countPlaywright(file)).toEqual({ passed: 5, failed: 3, skipped: 1 })
})

test('a missing report, no test at all and a bad exit code fail the level', () => {
  const nothing = { passed: 0, failed: 0, skipped: 0 }
  expect(countVitest(join(folder, 'none'))).toEqual(nothing)
  expect(countPlaywright(join(folder, 'none'))).toEqual(nothing)
  expect(judge(nothing, 0).failed).toBe(1)
  expect(judge({ passed: 3, failed: 0, skipped: 0 }, 1).failed).toBe(1)
  expect(judge({ passed: 3, failed: 0, skipped: 0 }, 0).failed).toBe(0)
  expect(judge({ passed: 0, failed: 0, skipped: 3 }, 0).failed).toBe(1)
  expect(judge({ passed: 3, failed: 2, skipped: 0 }, 1).failed).toBe(2)
})

test('the last line names skipped tests only when there are some', () => {
  expect(summaryLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
  expect(summaryLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
})

test('what passed when it was repeated has passed; what failed again, or did not run again, has not', () => {
  const first = { passed: 10, failed: 3, skipped: 1 }
  expect(afterRepetition(first, { passed: 3, failed: 0, skipped: 0 })).toEqual({
    ...first,
    passed: 13,
    failed: 0,
  })
  expect(afterRepetition(first, { passed: 2, failed: 1, skipped: 0 })).toEqual({
    ...first,
    passed: 12,
    failed: 1,
  })
  expect(afterRepetition(first, { passed: 40, failed: 4, skipped: 0 })).toEqual(first)
  expect(afterRepetition(first, judge({ passed: 0, failed: 0, skipped: 0 }, 1))).toEqual(first)
})

const made = (status: string, fullName = 'a test') => ({ status, fullName })

function report(content: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
