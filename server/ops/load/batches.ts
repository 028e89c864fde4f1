type Waiting = { key: unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void }

/**
 * Does by one statement what many rows ask for in the same turn of the event loop (batching).
 */
export class Batches {
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #finding = new Map<string, Map<string, Promise<unknown>>>()

  /**
   * @param name of what is done; equal names are done together, by the first one's `act`
   * @param act gives the results in the order of the keys
   */
  do<Key, Value>(
    name: string,
    key: Key,
    act: (keys: readonly Key[]) => Promise<readonly Value[]>,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      // Both types are those of this name alone.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const one = { key, resolve: resolve as Waiting['resolve'], reject }
      const others = this.#waiting.get(name)
      if (others) {
        others.push(one)
        return
      }
      this.#waiting.set(name, [one])
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const actOnAll = (keys: readonly unknown[]) => act(keys as readonly Key[])
      setImmediate(() => void this.#act(name, actOnAll))
    })
  }

  /**
   * Finds a row by its key: `undefined` for one that is not there. Rows that ask for the same one share an answer.
   *
   * @param name of what is found
   * @param find rows by their keys, by one query
   */
  find<Row>(
    name: string,
    key: string,
    find: (keys: string[]) => PromiseLike<readonly (Row & { key: string | null })[]>,
  ): Promise<(Row & { key: string | null }) | undefined> {
    const finding = this.#finding.get(name) ?? new Map<string, Promise<unknown>>()
    this.#finding.set(name, finding)
    const asked = finding.get(key) ?? this.do(name, key, keys => this.#findAll(name, keys, find))
    finding.set(key, asked)
    // The type is that of this name alone.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return asked as Promise<(Row & { key: string | null }) | undefined>
  }

  async #findAll<Row>(
    name: string,
    keys: readonly string[],
    find: (keys: string[]) => PromiseLike<readonly (Row & { key: string | null })[]>,
  ) {
    // Those who ask from now on may have written it meanwhile.
    this.#finding.delete(name)
    const rows = await find([...keys])
    const found = new Map(rows.map(row => [row.key, row]))
    return keys.map(key => found.get(key))
  }

  async #act(name: string, act: (keys: readonly unknown[]) => Promise<readonly unknown[]>): Promise<void> {
    const waiting = this.#waiting.get(name) ?? []
    this.#waiting.delete(name)
    try {
      const values = await act(waiting.map(({ key }) => key))
      for (const [place, { resolve }] of waiting.entries()) resolve(values[place])
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}
