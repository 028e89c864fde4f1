import { AppError } from '../app-error.ts'
import { subscriberOf } from './subscriber.ts'

export type Places = {
  /**
   * Acquires capacity until it is released.
   *
   * @param address who takes them
   * @param amount how many, e.g. bytes
   * @returns releases it; idempotent
   * @throws AppError `service_unavailable` when there are too few left, in all or for this address
   */
  take(address: string, amount?: number): () => void
}

/**
 * Bounds what is held at the same time, in all and per subscriber; a whole /48 gets half at most.
 *
 * @param capacity.retryAfterS Retry-After of a refusal, in seconds
 */
export function createPlaces(capacity: {
  atOnce: number
  ofOneAddress: number
  retryAfterS: number
}): Places {
  const held = new Map<string, number>()
  const hold = (key: string, amount: number) => {
    const sum = (held.get(key) ?? 0) + amount
    if (sum === 0) held.delete(key)
    else held.set(key, sum)
  }
  return {
    take: (address, amount = 1) => {
      const { line, site } = subscriberOf(address)
      const bounds: [string, number][] = [
        ['', capacity.atOnce],
        [line, capacity.ofOneAddress],
        ...(site === null ? [] : [[site, capacity.atOnce / 2] satisfies [string, number]]),
      ]
      if (bounds.some(([key, most]) => (held.get(key) ?? 0) + amount > most)) {
        throw new AppError('service_unavailable', { retryAfterS: capacity.retryAfterS })
      }
      for (const [key] of bounds) hold(key, amount)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        for (const [key] of bounds) hold(key, -amount)
      }
    },
  }
}
