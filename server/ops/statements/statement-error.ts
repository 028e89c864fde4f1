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
