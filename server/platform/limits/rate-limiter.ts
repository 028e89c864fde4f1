import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'
import { keyedHash } from '../secrets.ts'
import type { Limit } from './limit.ts'
import { subscriberOf } from './subscriber.ts'

/** Key of a counter: a reader's id, an address or an e-mail; stored as a keyed digest. */
type Who = string | number

export type RateLimiter = {
  /**
   * Rate limit over all processes: counts an attempt, makes it, and takes the count back when it succeeded
   * (limits of misses), was refused (limits of what is done), failed by a fault of ours, or was refused by another limit
   * of the list. Concurrent attempts never
   * exceed the limit.
   *
   * @param counted limits, each with whom it counts
   * @param work the attempt; for a limit of misses a falsy result is a miss
   * @param options.solvedCaptcha counted apart, where the limit has `captcha`
   * @returns what `work` answers
   * @throws AppError with the limit's refusal and the seconds to wait; errors of `work`
   */
  attempt<T>(
    counted: readonly (readonly [Limit, Who])[],
    work: () => Promise<T>,
    options?: { solvedCaptcha?: boolean },
  ): Promise<T>
  /** Counts an attempt that is never taken back, e.g. the use of a one-time token; throws as `attempt` does. */
  take(limit: Limit, who: Who): Promise<void>
  /** Whether the count, with attempts in flight, has reached the number from which a captcha is asked for. */
  asksCaptcha(limit: Limit, who: Who): Promise<boolean>
}

/** A /48 may be one customer or thousands of phones: its limit is so many times that of one line. */
const linesOfSite = 20

/** One counter of a limit. */
type Counter = { limit: Limit; name: string; points: number; key: string }

/**
 * @param pool connections of the database that keeps the counters
 * @param secret keys the digests under which they are kept
 */
export function createRateLimiter(pool: pg.Pool, secret: string): RateLimiter {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = ({ name, points, limit }: Counter) => {
    const known = limiters.get(name)
    if (known) return known
    const created = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: limit.windowS,
    })
    limiters.set(name, created)
    return created
  }

  const countersOf = (limit: Limit, who: Who, solvedCaptcha = false): Counter[] => {
    const apart = solvedCaptcha && limit.captcha
    const name = apart ? `${limit.name}-captcha` : limit.name
    const points = apart ? apart.upTo : limit.points
    const counter = (suffix: string, times: number, whom: Who) => ({
      limit,
      name: name + suffix,
      points: points * times,
      key: keyedHash(secret, name + suffix, String(whom)),
    })
    if (limit.per !== 'address') return [counter('', 1, who)]
    const { line, site } = subscriberOf(String(who))
    return [counter('', 1, line), ...(site === null ? [] : [counter('-site', linesOfSite, site)])]
  }

  // Counts still to be taken back, because the database was away.
  const owed: Counter[] = []
  const giveBackOne = async (counter: Counter): Promise<void> => {
    try {
      await pool.query(
        // The library would start a window that has ended anew, below zero.
        'update rate_limits set points = points - 1 where key = $1 and points > 0 and expire > $2',
        [limiterOf(counter).getKey(counter.key), Date.now()],
      )
    } catch {
      owed.push(counter)
    }
  }
  const giveBack = (counters: readonly Counter[]) => Promise.all(counters.map(giveBackOne))

  const takeAll = async (counters: readonly Counter[]): Promise<void> => {
    // Not awaited: it may fail again, and slowly.
    void giveBack(owed.splice(0))
    const taken: Counter[] = []
    try {
      for (const counter of counters) {
        taken.push(counter)
        await limiterOf(counter).consume(counter.key)
      }
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) {
        // Whether the last one was counted is unknown; it is assumed that it was not.
        await giveBack(taken.slice(0, -1))
        throw error
      }
      await giveBack(taken)
      throw refusalOf(taken.at(-1)?.limit, error)
    }
  }

  return {
    attempt: async (counted, work, { solvedCaptcha } = {}) => {
      const taken = counted.flatMap(([limit, who]) => countersOf(limit, who, solvedCaptcha))
      const misses = taken.filter(({ limit }) => limit.counts === 'misses')
      await takeAll(taken)
      try {
        const answer = await work()
        if (answer) await giveBack(misses)
        return answer
      } catch (error) {
        await giveBack(isOurFault(error) ? taken : taken.filter(({ limit }) => limit.counts !== 'all'))
        throw error
      }
    },
    take: (limit, who) => takeAll(countersOf(limit, who)),
    asksCaptcha: async (limit, who) => {
      const { captcha, points } = limit
      if (!captcha) return false
      for (const counter of countersOf(limit, who)) {
        const counted = await limiterOf(counter).get(counter.key)
        const times = counter.points / points
        if (counted && counted.consumedPoints >= captcha.from * times) return true
      }
      return false
    },
  }
}

/** Faults that are not the caller's: an overload, a database that is away, a bug. */
const isOurFault = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500

const refusalOf = (limit: Limit | undefined, counted: RateLimiterRes): AppError =>
  new AppError(limit?.refusal ?? 'too_many_requests', {
    retryAfterS: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
  })
