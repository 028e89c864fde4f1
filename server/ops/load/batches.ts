type Waiting = { key: unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void }

/**
 * Does by one statement what many rows ask for in the same turn of the event loop (batching). Statements come one after
 * the other, since they share a connection.
 */
export class Batches {
  readonly #waiting = new Map<string, Waiting[]>()
  #last: Promise<unknown> = Promise.resolve()

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
      setImmediate(() => {
        this.#last = this.#last.then(() => this.#act(name, actOnAll))
      })
    })
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

/** Finds rows by their keys: `undefined` for one that is not there. */
export async function byKey<Row>(
  keys: readonly string[],
  find: (keys: string[]) => Promise<readonly (Row & { key: string | null })[]>,
): Promise<(Row | undefined)[]> {
  const found = new Map((await find([...new Set(keys)])).map(row => [row.key, row]))
  return keys.map(key => found.get(key))
}
