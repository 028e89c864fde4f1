import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf, signInCodeReader } from '#server/testing/code-reader.ts'
import { makeCoupon } from '#server/testing/make-coupon.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openBrowser } from '#server/testing/test-browser.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const guess = (number: number) => `GUES-${String(number).padStart(4, '0')}`

test('guesses of one reader are held back after ten an hour, wherever they come from', async () => {
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

test('guesses from one address are held back after ten an hour, whoever makes them and whatever they claim', async () => {
  const readers = await Promise.all(Array.from({ length: 4 }, () => signInCodeReader(server, '10.8.8.8')))
  const answers = []
  for (let number = 0; number < 12; number++) {
    const forged = { 'x-forwarded-for': `192.0.2.${number}`, forwarded: `for=192.0.2.${number}` }
    answers.push(await readers[number % 4]?.activate(guess(100 + number), forged))
  }
  expect(answers.map(answer => answer?.statusCode)).toEqual([...Array(10).fill(422), 429, 429])
})

test('guesses made all at once are held back as well', async () => {
  const reader = await signInCodeReader(server)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, number) => reader.preview(guess(200 + number))),
  )
  expect(answers.filter(answer => answer.statusCode === 422)).toHaveLength(10)
  expect(answers.filter(answer => answer.statusCode === 429)).toHaveLength(30)
})

test('guesses are not what a reader makes who was given a used or an expired code', async () => {
  const reader = await signInCodeReader(server)
  const expired = await makeCoupon(server.deps, { expiresAt: server.clock.now() })
  for (let attempt = 0; attempt < 12; attempt++) {
    expect(keyOf(await reader.activate(expired.code))).toBe('coupon_expired')
  }
  const { code } = await makeCoupon(server.deps)
  expect((await reader.activate(code)).statusCode).toBe(201)
})
