import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take 20 seconds and more, however short they are; the longest first. */
const longest = [
  'naughty-strings.test.ts',
  'siege.test.ts',
  'large-statement.test.ts',
  'year-of-money.test.ts',
  'killed-processes.test.ts',
  'refused-mail.test.ts',
]

/**
 * Begins with the test files that take longest, so that none of them runs alone when the others have ended. Vitest itself
 * begins with the largest files, unless it remembers an earlier run.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(basename(moduleId))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
