import type { Clock } from '../platform/clock.ts'

/**
 * Keeps what was made under a key for a while; whoever asks meanwhile gets the same. What could not be made is not kept.
 *
 * @param keptMs milliseconds
 */
export function keepShortly<Value>(clock: Clock, keptMs = 60_000) {
  const kept = new Map<string, { untilMs: number; value: Promise<Value> }>()
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const nowMs = clock.now().epochMilliseconds
    for (const [other, { untilMs }] of kept) if (untilMs <= nowMs) kept.delete(other)
    const found = kept.get(key)
    if (found) return found.value
    const value = make()
    kept.set(key, { untilMs: nowMs + keptMs, value })
    value.catch(() => kept.delete(key))
    return value
  }
}
