import { StatementError } from './statement-error.ts'

/** Most entries of one file; a bank's busiest day has fewer by far, and each takes memory. */
const mostEntries = 50_000

/** Most statements of one file: each account is locked in the transaction, which can hold only so many locks. */
const mostStatements = 1000

/** @returns counter, to be called before each entry; throws StatementError when the file holds too many */
export const countEntries = (): (() => void) => countUpTo(mostEntries, 'entries')

/** @returns counter, to be called before each statement; throws StatementError when the file holds too many */
export const countStatements = (): (() => void) => countUpTo(mostStatements, 'statements')

function countUpTo(most: number, what: string): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > most) {
      throw new StatementError(
        '',
        `the file holds more than ${most} ${what}; split it into files of at most so many.`,
      )
    }
  }
}
