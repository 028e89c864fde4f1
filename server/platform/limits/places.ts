import { AppError } from '../app-error.ts'
import { subscriberOf } from './subscriber.ts'

/** Key of the sum of all addresses. */
const all = ''

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
 * @param makeRoom releases what others hold for nothing, until there is room in all; none by default
 */
export function createPlaces(
  capacity: { atOnce: number; ofOneAddress: number; retryAfterS: number },
  makeRoom: (isRoom: () => boolean) => void = () => {},
): Places {
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
        [line, capacity.ofOneAddress],
        ...(site === null ? [] : [[site, capacity.atOnce / 2] satisfies [string, number]]),
        [all, capacity.atOnce],
      ]
      const hasRoom = ([key, most]: [string, number]) => (held.get(key) ?? 0) + amount <= most
      for (const bound of bounds) {
        if (bound[0] === all && amount <= capacity.atOnce) makeRoom(() => hasRoom(bound))
        if (!hasRoom(bound)) throw new AppError('service_unavailable', { retryAfterS: capacity.retryAfterS })
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
