/**
 * Makes one question of all those that come in the same turn of the event loop: what many requests ask at once costs
 * the database one query instead of one each. Nothing is kept: what comes later is asked anew, so an answer is never
 * older than its question.
 *
 * @param ask answers many keys at once; what has no answer is left out
 * @returns asks for one key; undefined when it has no answer
 */
export function inBatches<Key, Answer>(
  ask: (keys: Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (key: Key) => Promise<Answer | undefined> {
  let waiting: { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Answer>> } | undefined

  const begin = () => {
    const keys = new Set<Key>()
    const answers = new Promise<void>(resolve => {
      setImmediate(resolve)
    }).then(() => {
      waiting = undefined
      return ask([...keys])
    })
    return { keys, answers }
  }

  return async key => {
    waiting ??= begin()
    waiting.keys.add(key)
    return (await waiting.answers).get(key)
  }
}
