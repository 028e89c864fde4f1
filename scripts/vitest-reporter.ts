import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { type Counts, errorLine, none } from './counts.ts'

/** A reporter of vitest that writes `Counts` into the file that COUNTS_FILE names. */
export default class CountingReporter implements Reporter {
  readonly #counts: Counts = { ...none, failures: [], repeated: [] }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    const name = `${test.module.relativeModuleId}: ${test.fullName}`
    if (state === 'passed') this.#counts.passed += 1
    else if (state === 'failed') this.#fail(errorLine(name, errors?.[0]))
    else this.#counts.skipped += 1
    if (test.diagnostic()?.flaky) this.#counts.repeated.push(errorLine(name, errors?.[0], 'first: '))
  }

  /** A file that fails outside of its tests, e.g. on import, counts as one failed test. */
  onTestModuleEnd(module: TestModule): void {
    const [failed] = module.children.allTests('failed')
    if (module.state() === 'failed' && !failed)
      this.#fail(errorLine(module.relativeModuleId, module.errors()[0]))
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly unknown[]): void {
    this.#counts.failed += unhandled.length
    writeFileSync(process.env['COUNTS_FILE'] ?? '', JSON.stringify(this.#counts))
  }

  #fail(name: string): void {
    this.#counts.failed += 1
    this.#counts.failures.push(name)
  }
}
