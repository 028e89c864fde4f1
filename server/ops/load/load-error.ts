/** A row of a kind of file, by its key. */
export type RowName = { kind: string; key: string }

/** One fault of a file, told in one sentence with the cure. `path` is the field inside the row. */
export class RowFault extends Error {
  override name = 'RowFault'
  readonly path: readonly PropertyKey[]
  readonly names: RowName | undefined

  /**
   * @param path field at fault, e.g. `['recurrence', 'card']`
   * @param sentence what is wrong and how to mend it, without the place
   * @param names the missing row that is referred to
   */
  constructor(path: readonly PropertyKey[], sentence: string, names?: RowName) {
    super(sentence)
    this.path = path
    this.names = names
  }
}

/** Why a file was not loaded: one line for each fault, with file, line and field. Nothing of the file was stored. */
export class LoadError extends Error {
  override name = 'LoadError'
}
