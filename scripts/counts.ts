import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'

const Counts = z.object({
  passed: z.number(),
  failed: z.number(),
  /** Those that failed, as far as they have a name, with their errors. */
  failures: z.array(z.string()),
  skipped: z.number(),
  /** Flaky tests, which passed only on a retry, with the first try's error; they count as passed. */
  repeated: z.array(z.string()),
})

/** Results of a test run. */
export type Counts = z.infer<typeof Counts>

export const none: Counts = { passed: 0, failed: 0, failures: [], skipped: 0, repeated: [] }

/** Sums counts. */
export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (one, other) => ({
      passed: one.passed + other.passed,
      failed: one.failed + other.failed,
      failures: [...one.failures, ...other.failures],
      skipped: one.skipped + other.skipped,
      repeated: [...one.repeated, ...other.repeated],
    }),
    none,
  )

type TestError = { message?: string | undefined; cause?: unknown }

/**
 * How a test is told that failed, or that failed first: whoever has only the end of a long log sees why. Some lines of the
 * error, since the second and third of a property's failure are its seed and counterexample; its cause is what did not hold.
 *
 * @param first of a flaky test, whose first error nothing else prints
 */
export function errorLine(name: string, error: TestError | undefined, first = ''): string {
  const cause = CauseOfError.safeParse(error?.cause).data?.message
  const told = [firstLines(error?.message ?? 'no error'), ...(cause === undefined ? [] : [firstLines(cause)])]
  return `${name} (${first}${told.join(' ← ')})`
}
const CauseOfError = z.object({ message: z.string() })
const firstLines = (text: string): string =>
  stripVTControlCharacters(text).split('\n').slice(0, 4).join(' ').trim()

/**
 * Reads the counts written by one of our reporters.
 *
 * @param file missing when the tests could not run at all
 */
export const readCounts = (file: string): Counts =>
  existsSync(file) ? Counts.parse(JSON.parse(readFileSync(file, 'utf8'))) : none

/**
 * Result of one level: a runner that exits with an error, or that ran nothing, has failed whatever its report
 * says.
 *
 * @param exitCode of the program that wrote the report
 */
export function judge(counts: Counts, exitCode: number): Counts {
  const ran = counts.passed + counts.failed
  if (counts.failed === 0 && (exitCode !== 0 || ran === 0)) return { ...counts, failed: 1 }
  return counts
}

/** Seconds that all levels may take on two cores on which nothing else runs. Told, not checked: no timing decides a run. */
const allowedSeconds = 600

/** How long the levels took together, beside what they may take. */
export const timeLine = (seconds: number): string =>
  `All levels took ${Math.round(seconds)} s; on two quiet cores they may take ${allowedSeconds}.`

/** The last line of the run: `12 passed, 0 failed`, with `, 1 skipped` only when something was. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
