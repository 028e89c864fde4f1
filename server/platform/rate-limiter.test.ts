import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { AppError } from './app-error.ts'
import { createRateLimiter } from './rate-limiter.ts'

describe('limits', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  const limit = { name: 'test', points: 5, windowS: 60 }

  it('let the stated number through and no more, over all processes, raced by twenty', async () => {
    const processes = [createRateLimiter(database.pool, 'key'), createRateLimiter(database.pool, 'key')]
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, async (_, index) => processes[index % 2]?.take(limit, 'somebody')),
    )
    expect(attempts.filter(each => each.status === 'fulfilled')).toHaveLength(5)
    const refused = attempts.find(each => each.status === 'rejected')
    expect(refused?.reason).toBeInstanceOf(AppError)
    expect(refused?.reason).toMatchObject({ status: 429, retryAfterS: expect.any(Number) })
  })

  it('hold back one and not the other', async () => {
    const limiter = createRateLimiter(database.pool, 'key')
    for (let attempt = 0; attempt < 5; attempt++) await limiter.take(limit, 'first')
    await expect(limiter.take(limit, 'first')).rejects.toThrow('too_many_requests')
    await expect(limiter.take(limit, 'second')).resolves.toBeUndefined()
  })

  it('keep no address readable', async () => {
    await createRateLimiter(database.pool, 'key').take(limit, 'jana@example.com')
    const { rows } = await database.pool.query<{ key: string }>('select key from rate_limits')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(row => row.key.includes('jana'))).toBe(false)
  })
})
