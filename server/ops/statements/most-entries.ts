import { StatementError } from './statement-error.ts'

/** Of one file; a bank's busiest day has fewer by far, and memory is held for each. */
const mostEntries = 50_000

/** Of one file. Each of their accounts is locked while the file is kept, and a transaction may hold so many locks only. */
const mostStatements = 1000

/** @returns to be called before each entry is kept; throws StatementError when the file holds too many */
export const countEntries = (): (() => void) => countUpTo(mostEntries, 'entries')

/** @returns to be called before each statement is kept; throws StatementError when the file holds too many */
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
