import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError, type PlainErrorKey } from './app-error.ts'
import { keyedHash } from './secrets.ts'

export type Limit = {
  /** What is limited, e.g. `sign-in-by-address`. */
  name: string
  /** How many are let through in one window. */
  points: number
  windowS: number
  /** What the caller is told beyond it. */
  refusal?: PlainErrorKey
}

export type RateLimiter = {
  /**
   * Counts one attempt, over all processes.
   *
   * @param limit which limit
   * @param who whom it concerns: a reader's id, an address; kept as a keyed digest
   * @throws AppError with the limit's refusal (`too_many_requests`) and the seconds to wait
   */
  take(limit: Limit, who: string | number): Promise<void>
  /** Refuses as `take` does when all attempts are used up, but counts none. */
  check(limit: Limit, who: string | number): Promise<void>
  /** Counts one attempt and refuses nothing. */
  note(limit: Limit, who: string | number): Promise<void>
  /** Tells whether as many were counted as the limit lets through. */
  isReached(limit: Limit, who: string | number): Promise<boolean>
  /** Takes one counted attempt back, where only those that fail count. */
  giveBack(limit: Limit, who: string | number): Promise<void>
}

/**
 * @param pool connections of the database that keeps the counters
 * @param secret keys the digests under which they are kept
 */
export function createRateLimiter(pool: pg.Pool, secret: string): RateLimiter {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterFor = (limit: Limit) => {
    const known = limiters.get(limit.name)
    if (known) return known
    const created = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.windowS,
    })
    limiters.set(limit.name, created)
    return created
  }
  const keyOf = (limit: Limit, who: string | number) => keyedHash(secret, limit.name, String(who))
  return {
    take: async (limit, who) => {
      try {
        await limiterFor(limit).consume(keyOf(limit, who))
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection
        throw refusalOf(limit, rejection)
      }
    },
    check: async (limit, who) => {
      const counted = await limiterFor(limit).get(keyOf(limit, who))
      if (counted && counted.consumedPoints >= limit.points) throw refusalOf(limit, counted)
    },
    note: async (limit, who) => {
      await limiterFor(limit).penalty(keyOf(limit, who))
    },
    isReached: async (limit, who) => {
      const counted = await limiterFor(limit).get(keyOf(limit, who))
      return counted !== null && counted.consumedPoints >= limit.points
    },
    giveBack: async (limit, who) => {
      await limiterFor(limit).reward(keyOf(limit, who))
    },
  }
}

const refusalOf = (limit: Limit, counted: RateLimiterRes): AppError =>
  new AppError(limit.refusal ?? 'too_many_requests', {
    retryAfterS: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
  })
