/** Fault of a statement file: what is wrong and where, in one sentence. Nothing of the file was stored. */
export class StatementError extends Error {
  override name = 'StatementError'

  /**
   * @param place e.g. `line 12`
   * @param sentence what is wrong and how to mend it
   */
  constructor(place: string, sentence: string) {
    super(place === '' ? sentence : `${place}: ${sentence}`)
  }
}

/**
 * Counter of what one file holds, to be called before each; throws StatementError when there are too many.
 *
 * @param what entries: a bank's busiest day has fewer by far, and each takes memory; statements: each account is locked
 *   in the transaction, which can hold only so many locks
 */
export function countUpTo(what: 'entries' | 'statements'): () => void {
  const most = what === 'entries' ? 50_000 : 1000
  let count = 0
  return () => {
    if (++count <= most) return
    throw new StatementError(
      '',
      `the file holds more than ${most} ${what}; split it into files of at most so many.`,
    )
  }
}
