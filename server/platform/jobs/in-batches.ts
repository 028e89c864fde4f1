/** Queries in flight at once; while so many are, further keys wait and form the next batch. */
const mostAtOnce = 2

/**
 * Batches lookups that come at about the same time (a data loader without a cache): many requests cost the
 * database one query instead of one each. A key that comes after a query was sent is queried anew, so no answer
 * is stale.
 *
 * @param ask answers many keys at once; keys without an answer are left out
 * @returns looks one key up; undefined when it has no answer
 */
export function inBatches<Key, Answer>(
  ask: (keys: Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (key: Key) => Promise<Answer | undefined> {
  type Batch = { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Answer>>; leave: () => void }
  let waiting: Batch | undefined
  let onTheirWay = 0

  const gather = (): Batch => {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const keys = new Set<Key>()
    const answers = left.then(() => ask([...keys])).finally(arrive)
    return { keys, answers, leave }
  }
  const send = () => {
    if (!waiting || onTheirWay === mostAtOnce) return
    onTheirWay += 1
    waiting.leave()
    waiting = undefined
  }
  const arrive = () => {
    onTheirWay -= 1
    send()
  }

  return async key => {
    if (!waiting) {
      waiting = gather()
      // After this turn of the event loop, so that its keys form one batch.
      setImmediate(send)
    }
    waiting.keys.add(key)
    return (await waiting.answers).get(key)
  }
}
