import { writeFileSync } from 'node:fs'
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'
import { type Counts, errorLine, none } from './counts.ts'

/** A reporter of Playwright that writes `Counts` into the file that COUNTS_FILE names. */
export default class CountingReporter implements Reporter {
  readonly #counts: Counts = { ...none, failures: [], repeated: [] }
  #suite: Suite | undefined

  onBegin(_: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  /** An error outside of tests, e.g. in the configuration, counts as one failed test. */
  onError(): void {
    this.#counts.failed += 1
  }

  onEnd(): void {
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome()
      const name = test.titlePath().filter(Boolean).join(' › ')
      const error = test.results[0]?.error
      if (outcome === 'unexpected') {
        this.#counts.failed += 1
        this.#counts.failures.push(errorLine(name, error))
      } else if (outcome === 'skipped') this.#counts.skipped += 1
      else this.#counts.passed += 1
      if (outcome === 'flaky') this.#counts.repeated.push(errorLine(name, error, 'first: '))
    }
    writeFileSync(process.env['COUNTS_FILE'] ?? '', JSON.stringify(this.#counts))
  }
}
