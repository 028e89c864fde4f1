import { expect, test, vi } from 'vitest'
import { keyOf, signInCodeReader } from '#server/testing/make/code-reader.ts'
import { makeCoupon } from '#server/testing/make/coupon.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)

const guess = (number: number) => `GUES-${String(number).padStart(4, '0')}`

test('R17.04 rate limit: guesses of one reader are refused after ten an hour, from whatever address', async () => {
  const reader = await signInCodeReader(server)
  for (let number = 0; number < 10; number++) {
    expect(keyOf(await reader.preview(guess(number)))).toBe('coupon_doesnt_exist')
  }
  const elsewhere = openBrowser(server.app, '10.9.9.9', reader.browser.cookies)
  const { code } = await makeCoupon(server.deps)
  const answer = await elsewhere.post(`${reader.own}/coupon-activations`, { json: { code } })
  expect(answer.statusCode).toBe(429)
  expect(keyOf(answer)).toBe('too_many_coupon_attempts')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
})

test('R17.04 ten guesses of one reader do not limit another behind the same IP address', async () => {
  const [guesser, other] = await Promise.all([
    signInCodeReader(server, '10.8.7.7'),
    signInCodeReader(server, '10.8.7.7'),
  ])
  for (let number = 0; number < 11; number++) await guesser.activate(guess(50 + number))
  const { code } = await makeCoupon(server.deps)
  expect((await other.preview(code)).statusCode).toBe(200)
  expect((await other.activate(code)).statusCode).toBe(201)
})

test('R17.04 rate limit: guesses from one IP address are refused after 200 an hour, of any readers and with forged headers', async () => {
  const readers = await Promise.all(Array.from({ length: 21 }, () => signInCodeReader(server, '10.8.8.8')))
  const answers = await Promise.all(
    readers.flatMap((reader, index) =>
      Array.from({ length: 10 }, (_, number) => {
        const forged = { 'x-forwarded-for': `192.0.2.${number}`, forwarded: `for=192.0.2.${number}` }
        return reader.activate(guess(1000 + 10 * index + number), forged)
      }),
    ),
  )
  expect(answers.filter(answer => answer.statusCode === 422)).toHaveLength(200)
  const refused = answers.filter(answer => answer.statusCode === 429)
  expect(refused).toHaveLength(10)
  // The rate limit by IP address must not block a reader who has not guessed.
  for (const answer of refused) expect(keyOf(answer)).toBe('too_many_coupon_attempts_nearby')
})

test('R17.04 race: of 200 codes at once, the right one among them, no more are looked up than the rate limit allows', async () => {
  const reader = await signInCodeReader(server)
  const { code } = await makeCoupon(server.deps)
  const limiter = { ...server.deps.limiter }
  const lookedUp = vi.fn()
  const spy = vi.spyOn(server.deps.limiter, 'attempt').mockImplementation((counted, work) =>
    limiter.attempt(counted, () => {
      lookedUp()
      return work()
    }),
  )
  const tried = Array.from({ length: 200 }, (_, number) => (number === 30 ? code : guess(5000 + number)))
  const answers = await Promise.all(tried.map(each => reader.preview(each)))
  spy.mockRestore()
  const count = (status: number) => answers.filter(answer => answer.statusCode === status).length
  expect(count(200)).toBeLessThanOrEqual(1)
  expect(count(422)).toBeLessThanOrEqual(10)
  expect(lookedUp).toHaveBeenCalledTimes(count(200) + count(422))
  expect(count(429)).toBe(200 - count(200) - count(422))
})

test('a used or an expired code is not counted as a guess', async () => {
  const reader = await signInCodeReader(server)
  const expired = await makeCoupon(server.deps, { expiresAt: server.clock.now() })
  for (let attempt = 0; attempt < 12; attempt++) {
    expect(keyOf(await reader.activate(expired.code))).toBe('coupon_expired')
  }
  const { code } = await makeCoupon(server.deps)
  expect((await reader.activate(code)).statusCode).toBe(201)
})
