/** Questions on their way at once; while so many are, those who come wait, and are the next question together. */
const mostAtOnce = 2

/**
 * Makes one question of those that come at about the same time: what many requests ask at once costs the database one
 * query instead of one each. Nothing is kept: what comes after a question has left is asked anew, so an answer is
 * never older than its question.
 *
 * @param ask answers many keys at once; what has no answer is left out
 * @returns asks for one key; undefined when it has no answer
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
      // At the end of this turn of the event loop, when all who came in it have asked.
      setImmediate(send)
    }
    waiting.keys.add(key)
    return (await waiting.answers).get(key)
  }
}
