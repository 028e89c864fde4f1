import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'

export type Counts = { passed: number; failed: number; skipped: number }

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/**
 * Counts the tests of a vitest JSON report. A file that fails before its first test is one failed test.
 * @param file the report, which is missing when vitest could not run at all
 */
export function countVitest(file: string): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  if (!existsSync(file)) return counts
  for (const { status, assertionResults } of VitestReport.parse(readJson(file)).testResults) {
    const failed = assertionResults.filter(test => test.status === 'failed').length
    const passed = assertionResults.filter(test => test.status === 'passed').length
    counts.passed += passed
    counts.failed += status === 'failed' ? Math.max(failed, 1) : failed
    counts.skipped += assertionResults.length - passed - failed
  }
  return counts
}

/** The files of a vitest JSON report in which something failed, each with the names of its failed tests. */
export function failedFiles(file: string): { file: string; tests: string[] }[] {
  if (!existsSync(file)) return []
  return VitestReport.parse(readJson(file))
    .testResults.filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => ({
      file: name,
      tests: assertionResults.filter(test => test.status === 'failed').map(test => test.fullName),
    }))
}

/**
 * Counts the tests of a Playwright JSON report. A test that passed only when it was repeated has failed.
 * @param file the report, which is missing when Playwright could not run at all
 */
export function countPlaywright(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 }
  const { stats } = PlaywrightReport.parse(readJson(file))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/**
 * The verdict on one level: a program that ended badly, or that ran nothing, has failed whatever its report says.
 * @param exitCode of the program that wrote the report
 */
export function judge(counts: Counts, exitCode: number): Counts {
  const ran = counts.passed + counts.failed
  if (counts.failed === 0 && (exitCode !== 0 || ran === 0)) return { ...counts, failed: 1 }
  return counts
}

/**
 * The verdict on a level of which a few tests failed and were then repeated, with nothing else running.
 * @param first counts of the whole level
 * @param second counts of the repetition alone
 * @returns the first counts, in which what passed the second time counts as passed
 */
export function afterRepetition(first: Counts, second: Counts): Counts {
  const ranAgain = second.passed + second.failed >= first.failed
  const mended = ranAgain ? Math.max(0, first.failed - second.failed) : 0
  return { ...first, passed: first.passed + mended, failed: first.failed - mended }
}

/** The last line of the run: `12 passed, 0 failed`, with `, 1 skipped` only when something was. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
