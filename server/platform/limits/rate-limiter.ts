import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'
import { keyedHash } from '../secrets.ts'
import type { Limit } from './limits.ts'
import { subscriberOf } from './subscriber.ts'

/** A reader's id, an address, an e-mail: whatever the limit counts by. It is kept as a keyed digest. */
type Who = string | number

export type RateLimiter = {
  /**
   * Counts an attempt over all processes, makes it, and takes the count back unless the attempt is the caller's to
   * answer for: of a limit of misses whatever turned out right, of every limit what failed by a fault of ours or was
   * refused by another limit. Of many at once no more than the limit are made.
   *
   * @param counted limits, each with whom it counts
   * @param work what is attempted; for a limit of misses it answers something false when it was one
   * @param options.solvedCaptcha such an attempt is counted apart, where the limit says so
   * @returns what `work` answers
   * @throws AppError with the limit's refusal and the seconds to wait; whatever `work` throws
   */
  attempt<T>(
    counted: readonly (readonly [Limit, Who])[],
    work: () => Promise<T>,
    options?: { solvedCaptcha?: boolean },
  ): Promise<T>
  /** Counts an attempt for good, e.g. of what serves once; throws as `attempt` does. */
  take(limit: Limit, who: Who): Promise<void>
  /** Whether so many are counted, by those under way too, that a captcha is asked for. */
  asksCaptcha(limit: Limit, who: Who): Promise<boolean>
}

/** A /48 may be one customer or thousands of phones: it is let so many times as much as a line of it. */
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

  // What could not be taken back, because the database was gone.
  const owed: Counter[] = []
  const giveBackOne = async (counter: Counter): Promise<void> => {
    try {
      await pool.query(
        // By the library a window that is over would begin anew below nought.
        'update rate_limits set points = points - 1 where key = $1 and points > 0 and expire > $2',
        [limiterOf(counter).getKey(counter.key), Date.now()],
      )
    } catch {
      owed.push(counter)
    }
  }
  const giveBack = (counters: readonly Counter[]) => Promise.all(counters.map(giveBackOne))

  const takeAll = async (counters: readonly Counter[]): Promise<void> => {
    // Not waited for: it may fail again, and slowly.
    void giveBack(owed.splice(0))
    const taken: Counter[] = []
    try {
      for (const counter of counters) {
        taken.push(counter)
        await limiterOf(counter).consume(counter.key)
      }
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) {
        // The last one may have been counted or not; in doubt it was not.
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
        await giveBack(isOurFault(error) ? taken : misses)
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

/** What nobody outside can answer for: an overload, a database that is gone, a bug. */
const isOurFault = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500

const refusalOf = (limit: Limit | undefined, counted: RateLimiterRes): AppError =>
  new AppError(limit?.refusal ?? 'too_many_requests', {
    retryAfterS: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
  })
