import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorLine, judge, none, readCounts, sum, summaryLine, timeLine } from './counts.ts'

const root = join(import.meta.dirname, '..')
let folder = ''
beforeAll(() => {
  // Within the project, so that what the files import is found.
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache/counts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** One test that passes, one that fails, one that is skipped, and one that passes the second time. */
const tests = `
let tries = 0
test('passes', () => {})
test('fails', () => { throw new Error('as it should') })
test.skip('is skipped', () => {})
test('passes the second time', ({ }, info) => { tries = info?.retry ?? tries; if (tries++ === 0) throw new Error('late') })
`
const outcome = {
  passed: 2,
  failed: 2,
  failures: [
    expect.stringMatching(/ fails \((?:Error: )?as it should\)$/),
    expect.stringMatching(/^b\.test\.mjs \(before the first test\)$/),
  ],
  skipped: 1,
  repeated: [expect.stringMatching(/passes the second time \(first: (?:Error: )?late\)$/)],
}

function run(tool: string, args: string[]) {
  const COUNTS_FILE = join(folder, `${tool}.json`)
  const { status } = spawnSync(join(root, 'node_modules/.bin', tool), args, {
    cwd: folder,
    env: { ...process.env, COUNTS_FILE, VITEST: undefined, NODE_OPTIONS: '' },
  })
  return judge(readCounts(COUNTS_FILE), status ?? 1)
}

test('vitest: every test is counted, and a file that fails before its first as one; failed and repeated ones are named', () => {
  writeFileSync(join(folder, 'a.test.mjs'), `import { test } from 'vitest'\n${tests}`)
  writeFileSync(join(folder, 'b.test.mjs'), 'throw new Error("before the first test")')
  const config = join(folder, 'vitest.config.mjs')
  writeFileSync(config, 'export default { test: { include: ["*.test.mjs"], retry: 1 } }')
  const reporter = join(root, 'scripts/vitest-reporter.ts')
  const counts = run('vitest', ['run', '--config', config, '--root', folder, '--reporter', reporter])
  expect({ ...counts, failures: counts.failures.toSorted() }).toEqual(outcome)
})

test('Playwright: every test is counted, and what fails outside of them as one; failed and repeated ones are named', () => {
  const file = `import { test } from '@playwright/test'\n${tests}`
  writeFileSync(join(folder, 'a.spec.mjs'), file)
  writeFileSync(join(folder, 'b.spec.mjs'), 'throw new Error("before the first test")')
  const config = join(folder, 'playwright.config.mjs')
  writeFileSync(config, 'export default { testMatch: "*.spec.mjs", retries: 1, workers: 1 }')
  const reporter = join(root, 'scripts/playwright-reporter.ts')
  const counts = run('playwright', ['test', '--config', config, '--reporter', reporter])
  expect(counts.failed).toBeGreaterThan(0)
  rmSync(join(folder, 'b.spec.mjs'))
  expect(run('playwright', ['test', '--config', config, '--reporter', reporter])).toEqual({
    ...outcome,
    failed: 1,
    failures: [outcome.failures[0]],
  })
})

test('a missing report, no test at all and a bad exit code fail the level', () => {
  expect(readCounts(join(folder, 'none'))).toEqual(none)
  expect(judge(none, 0).failed).toBe(1)
  expect(judge({ ...none, passed: 3 }, 1).failed).toBe(1)
  expect(judge({ ...none, passed: 3 }, 0).failed).toBe(0)
  expect(judge({ ...none, skipped: 3 }, 0).failed).toBe(1)
  expect(judge({ ...none, passed: 3, failed: 2 }, 1).failed).toBe(2)
})

test('a property that failed is told with its seed, its counterexample and what did not hold', () => {
  const message =
    'Property failed after 2 tests\n{ seed: 7, path: "1:0" }\nCounterexample: [["order"]]\nShrunk 1 time(s)'
  expect(errorLine('money', { message, cause: new Error('a day is paid twice') })).toBe(
    'money (Property failed after 2 tests { seed: 7, path: "1:0" } Counterexample: [["order"]] Shrunk 1 time(s) ← a day is paid twice)',
  )
})

test('R18.05 a run tells how long its levels took, and how long they may take', () => {
  expect(timeLine(578.4)).toBe('All levels took 578 s; on two quiet cores they may take 600.')
})

test('the last line adds the levels, and names skipped tests only when there are some', () => {
  const levels = [
    { ...none, passed: 1, repeated: ['a'] },
    { ...none, passed: 2, failures: ['c'], repeated: ['b'] },
  ]
  expect(sum(levels)).toEqual({ ...none, passed: 3, failures: ['c'], repeated: ['a', 'b'] })
  expect(summaryLine(sum(levels))).toBe('3 passed, 0 failed')
  expect(summaryLine({ ...none, passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
})
