/** One fault of a file, told in one sentence with the cure. `path` leads to the field inside the row. */
export class RowFault extends Error {
  override name = 'RowFault'
  readonly path: readonly PropertyKey[]

  /**
   * @param path field at fault, e.g. `['recurrence', 'card']`
   * @param sentence what is wrong and how to mend it, without the place
   */
  constructor(path: readonly PropertyKey[], sentence: string) {
    super(sentence)
    this.path = path
  }
}

/** Why a file was not loaded: one line for each fault, with file, line and field. Nothing of the file was kept. */
export class LoadError extends Error {
  override name = 'LoadError'
}
