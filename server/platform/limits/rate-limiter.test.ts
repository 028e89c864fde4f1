import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { AppError } from '../app-error.ts'
import type { Limit } from './limit.ts'
import { limits } from './limits.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'

const database = openForFile(createTestDatabase)
let limiter: RateLimiter
let other: RateLimiter
beforeAll(async () => {
  limiter = createRateLimiter(database.pool, 'key')
  other = createRateLimiter(database.pool, 'key')
})

let made = 0
const somebody = () => `10.${(made += 1) >> 8}.${made & 255}.1`
const settle = (attempts: Promise<unknown>[]) =>
  Promise.allSettled(attempts).then(all => ({
    passed: all.filter(each => each.status === 'fulfilled').length,
    refused: all.flatMap(each => (each.status === 'rejected' ? [each.reason as AppError] : [])),
  }))
const many = (count: number, attempt: (index: number) => Promise<unknown>) =>
  settle(Array.from({ length: count }, (_, index) => attempt(index)))
const miss = async () => false
const hit = async () => true

const counted = Object.values<Limit>(limits).filter(({ counts }) => counts !== 'rows')

describe.each(counted)('R17.04 the limit $name', limit => {
  test('limits the rate over all processes in a race of twenty more, and then tells when to retry', async () => {
    const who = somebody()
    const { passed, refused } = await many(limit.points + 20, index =>
      (index % 2 ? limiter : other).attempt([[limit, who]], miss),
    )
    expect(passed).toBe(limit.points)
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(AppError)
      expect(reason.message).toBe(limit.refusal ?? 'too_many_requests')
      expect(reason.retryAfterS).toBeGreaterThan(0)
      expect(reason.retryAfterS).toBeLessThanOrEqual(limit.windowS)
    }
    await expect(limiter.attempt([[limit, somebody()]], miss)).resolves.toBe(false)
  })

  test('never counts what the server itself failed at', async () => {
    const who = somebody()
    const overload = () => Promise.reject(new AppError('service_unavailable'))
    const broken = () => Promise.reject(new Error('The database is gone'))
    for (let round = 0; round < 3; round++) {
      await many(limit.points, index => limiter.attempt([[limit, who]], index % 2 ? overload : broken))
    }
    const { passed } = await many(limit.points, () => limiter.attempt([[limit, who]], miss))
    expect(passed).toBe(limit.points)
  })
})

const misses = counted.filter(({ counts }) => counts === 'misses')
test.each(misses)('R17.04 $name: what turns out right is not counted', async limit => {
  const who = somebody()
  for (let round = 0; round < 3; round++) {
    await many(limit.points, () => limiter.attempt([[limit, who]], hit))
  }
  expect((await many(limit.points, () => limiter.attempt([[limit, who]], miss))).passed).toBe(limit.points)
})

const done = counted.filter(({ counts }) => counts === 'done')
test.each(done)('R17.04 $name: what is refused is not counted', async limit => {
  const who = somebody()
  const refuse = () => Promise.reject(new AppError('too_many_codes', { retryAfterS: 1 }))
  for (let round = 0; round < 3; round++) {
    await many(limit.points, () => limiter.attempt([[limit, who]], refuse))
  }
  expect((await many(limit.points + 1, () => limiter.attempt([[limit, who]], hit))).passed).toBe(limit.points)
})

const byAddress = counted.filter(({ per }) => per === 'address')
test.each(byAddress)('R17.04 $name counts a /64 as one, and a /48 as a few of them', async limit => {
  const site = (made += 1).toString(16)
  const address = (line: number, index: number) =>
    `2001:db8:${site}:${line.toString(16)}::${index.toString(16)}`
  const one = await many(limit.points + 20, index => limiter.attempt([[limit, address(1, index)]], miss))
  expect(one.passed).toBe(limit.points)
  // The neighbour is not limited.
  await expect(limiter.attempt([[limit, address(2, 1)]], miss)).resolves.toBe(false)
})

test('R17.04 the limit of a whole /48 is twenty times that of one of its lines', async () => {
  const limit = limits.signInByAddress
  const { passed } = await many(25 * limit.points, index =>
    limiter.attempt([[limit, `2001:db8:ffff:${(index % 25).toString(16)}::${index.toString(16)}`]], miss),
  )
  expect(passed).toBe(20 * limit.points)
})

describe('an attempt', () => {
  const five: Limit = { name: 'test', what: '', per: 'reader', points: 5, windowS: 60, counts: 'misses' }

  it('that one limit refuses is counted by no other', async () => {
    const wide: Limit = { ...five, name: 'wide', points: 6 }
    const who = somebody()
    await many(30, () =>
      limiter.attempt(
        [
          [wide, who],
          [five, who],
        ],
        miss,
      ),
    )
    await expect(limiter.attempt([[wide, who]], miss)).resolves.toBe(false)
    await expect(limiter.attempt([[wide, who]], miss)).rejects.toThrow('too_many_requests')
  })

  it('that was refused is not counted, so that one that is taken back lets the next in', async () => {
    const who = somebody()
    const held = Promise.withResolvers<boolean>()
    const right = limiter.attempt([[five, who]], () => held.promise)
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        "select 1 from rate_limits where key like 'test:%' and points = 1",
      )
      expect(rows).toHaveLength(1)
    })
    expect((await many(40, () => limiter.attempt([[five, who]], miss))).passed).toBe(4)
    held.resolve(true)
    await right
    expect((await many(40, () => limiter.attempt([[five, who]], miss))).passed).toBe(1)
  })

  it('of whoever solved a captcha is counted apart, up to a number of its own', async () => {
    const email = `${somebody()}@dennik.example`
    const { signInByEmail } = limits
    await many(30, () => limiter.attempt([[signInByEmail, email]], miss))
    await expect(limiter.attempt([[signInByEmail, email]], hit)).rejects.toThrow('too_many_requests')
    const solved = await many(60, () =>
      limiter.attempt([[signInByEmail, email]], miss, { solvedCaptcha: true }),
    )
    expect(solved.passed).toBe(signInByEmail.captcha?.upTo)
  })

  it('is asked for a captcha while others are under way', async () => {
    const email = `${somebody()}@dennik.example`
    const held = Promise.withResolvers<boolean>()
    const underWay = Array.from({ length: 5 }, () =>
      limiter.attempt([[limits.signInByEmail, email]], () => held.promise),
    )
    await vi.waitFor(async () => expect(await limiter.asksCaptcha(limits.signInByEmail, email)).toBe(true))
    held.resolve(true)
    await Promise.all(underWay)
    expect(await limiter.asksCaptcha(limits.signInByEmail, email)).toBe(false)
  })

  it('whose count could not be taken back while the database was down is taken back when it is up again', async () => {
    const who = somebody()
    const limit = { ...five, name: 'gone' }
    const query = vi.spyOn(database.pool, 'query')
    const gone = async () => {
      query.mockImplementation(() => {
        throw new Error('The database is gone')
      })
      throw new Error('The database is gone')
    }
    await many(5, () => limiter.attempt([[limit, who]], gone))
    query.mockRestore()
    await vi.waitFor(() => limiter.attempt([[limit, who]], hit))
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        "select 1 from rate_limits where key like 'gone:%' and points > 0",
      )
      expect(rows).toEqual([])
    })
    expect((await many(5, () => limiter.attempt([[limit, who]], miss))).passed).toBe(5)
  })

  it('keeps no address readable', async () => {
    await limiter.take(five, 'jana@example.com')
    const { rows } = await database.pool.query<{ key: string }>('select key from rate_limits')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(row => row.key.includes('jana') || row.key.includes('2001'))).toBe(false)
  })
})
