import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Refusal } from '#contract/wire.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { createCaptchaApp } from '#server/testing/setup/captcha-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser, type TestBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { hashPassword } from '../passwords/hash-password.ts'

const server = openForFile(() => createCaptchaApp({ TRUSTED_PROXIES: '10.0.0.1' }))

let made = 0
const newAddress = () => `10.5.${(made += 1) >> 8}.${made & 255}`
/** A caller behind the publisher's proxy. */
const through = (address: string, cookies?: TestBrowser['cookies']) => {
  const browser = openBrowser(server.app, '10.0.0.1', cookies)
  return (email: string, password: string, headers: Record<string, string> = {}) =>
    browser.post('/login', { json: { email, password }, headers: { 'x-forwarded-for': address, ...headers } })
}
const inOneLine = (index: number) => `2001:db8:7:${(made >> 0).toString(16)}:${index.toString(16)}::1`
const guess = (address: string, email: string) => through(address)(email, 'Zle-heslo-1')
const count = (answers: { statusCode: number }[], status: number) =>
  answers.filter(answer => answer.statusCode === status).length

const wrongOf = (answers: LightMyRequestResponse[]) =>
  answers.filter(
    answer => answer.statusCode === 422 && answer.json<Refusal>().errors[0]?.key === 'bad_credentials',
  ).length

async function proofFor(answer: LightMyRequestResponse) {
  const { challenge } = answer.json<Refusal>()
  expect(challenge?.kind).toBe('captcha')
  return {
    'x-storm-shield-id': challenge?.id ?? '',
    'x-storm-shield-answer': encodeURIComponent(await server.solveCaptcha()),
  }
}

describe('R17.04 rate limit: many addresses of one IPv6 line', () => {
  test('110 wrong sign-ins at once from one IPv6 line do not limit another one', async () => {
    const reader = await makeReader(server.deps)
    made += 1
    const flood = Promise.all(
      Array.from({ length: 110 }, (_, index) => guess(inOneLine(index), `flood-${index}@dennik.example`)),
    )
    const own = await through('2001:db8:8:1::1')(reader.email, testPassword)
    const answers = await flood
    expect(own.statusCode).toBe(204)
    // The others are refused, or asked for a captcha.
    expect(wrongOf(answers)).toBeLessThanOrEqual(50)
    expect(count(answers, 422) + count(answers, 429)).toBe(110)
  })

  test('they are counted as one by every route before sign-in', async () => {
    made += 1
    const ask = (index: number) =>
      openBrowser(server.app, '10.0.0.1').post('/username_check', {
        form: { username: `miss-${index}@dennik.example` },
        headers: { 'x-forwarded-for': inOneLine(index) },
      })
    for (let index = 0; index < 5; index++) expect((await ask(index)).statusCode).toBe(200)
    // From another address of it a captcha is asked for.
    expect((await ask(6)).json<Refusal>().challenge?.kind).toBe('captcha')
  })

  test('a forged address in a header is ignored', async () => {
    const email = 'made-up@dennik.example'
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        openBrowser(server.app, '10.5.200.1').post('/login', {
          json: { email: `${index}${email}`, password: 'x' },
          headers: { 'x-forwarded-for': `2001:db8:${index}::1` },
        }),
      ),
    )
    expect(wrongOf(answers)).toBeLessThanOrEqual(50)
  })
})

test('R17.04 an overload never counts as a wrong password', async () => {
  const reader = await makeReader(server.deps)
  const signIn = through(newAddress())
  const ended = new AbortController()
  const flood = async () => {
    while (!ended.signal.aborted) await hashPassword('x').catch(() => new Promise(setImmediate))
  }
  const floods = Array.from({ length: 100 }, flood)
  let overloads = 0
  while (overloads < 12) {
    // So few at once that no captcha is asked for.
    const tries = await Promise.all(Array.from({ length: 4 }, () => signIn(reader.email, testPassword)))
    for (const { statusCode } of tries) expect([204, 503]).toContain(statusCode)
    overloads += count(tries, 503)
  }
  ended.abort()
  await Promise.all(floods)
  expect((await signIn(reader.email, testPassword)).statusCode).toBe(204)
})

describe('R17.04 guesses from elsewhere', () => {
  /** A reader, the browser in which this reader signed in before, and ten wrong passwords at once from elsewhere. */
  async function attacked() {
    const reader = await makeReader(server.deps)
    const home = openBrowser(server.app, newAddress())
    await home.signIn(reader.email)
    await home.post('/logout')
    const answers = await Promise.all(Array.from({ length: 10 }, () => guess(newAddress(), reader.email)))
    expect(count(answers, 422)).toBe(10)
    return { reader, home }
  }

  test('do not limit a browser that signed in here before, and ask for no captcha there', async () => {
    const { reader, home } = await attacked()
    expect((await home.signIn(reader.email)).statusCode).toBe(204)
    const elsewhere = await through(newAddress())(reader.email, testPassword)
    expect(elsewhere.json<Refusal>().challenge?.kind).toBe('captcha')
  })

  test('nor in the step before, behind one address with many others', async () => {
    const { reader, home } = await attacked()
    const address = newAddress()
    const ask = (browser: TestBrowser, username: string) =>
      browser.post('/username_check', { form: { username } })
    for (let other = 0; other < 31; other++) {
      await ask(openBrowser(server.app, address), `iny-${other}@dennik.example`)
    }
    const shared = openBrowser(server.app, address, home.cookies)
    expect((await ask(shared, reader.email)).json()).toEqual({ content: { next: 'password' } })
    expect((await ask(shared, 'iny@dennik.example')).json<Refusal>().challenge?.kind).toBe('captcha')
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(shared.copy(), reader.email)))
    expect(count(answers, 429)).toBe(11)
  })

  test('elsewhere a captcha passes, also when the limits are used up', async () => {
    const { reader } = await attacked()
    const signIn = through(newAddress())
    const proof = await proofFor(await signIn(reader.email, testPassword))
    expect((await signIn(reader.email, testPassword, proof)).statusCode).toBe(204)
  })

  test('are limited even with solved captchas', async () => {
    const { reader } = await attacked()
    const statuses = []
    for (let round = 0; round < 21; round++) {
      const thief = through(newAddress())
      const proof = await proofFor(await thief(reader.email, 'Zle-heslo-1'))
      statuses.push((await thief(reader.email, 'Zle-heslo-1', proof)).statusCode)
    }
    expect(statuses).toEqual([...Array(20).fill(422), 429])
  })

  test('in a known browser ten may be wrong, concurrent or not, from whatever address', async () => {
    const { reader, home } = await attacked()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => through(newAddress(), home.cookies)(reader.email, 'Zle-heslo-1')),
    )
    expect(count(answers, 422)).toBe(10)
    expect(count(answers, 429)).toBe(20)
    expect((await home.signIn(reader.email)).statusCode).toBe(429)
  })
})

describe('R17.04 a browser that is known', () => {
  const markOf = (browser: TestBrowser) => browser.cookies.get('ppk')?.value ?? ''

  test('is known to each account that signed in there, and to no other', async () => {
    const readers = await Promise.all(Array.from({ length: 5 }, () => makeReader(server.deps)))
    const shared = openBrowser(server.app, newAddress())
    for (const reader of readers) {
      await shared.signIn(reader.email)
      await shared.post('/logout')
    }
    const [first, ...others] = readers
    const isKnown = async (email: string) => {
      await Promise.all(Array.from({ length: 10 }, () => guess(newAddress(), email)))
      return (await shared.copy().signIn(email)).statusCode === 204
    }
    // The cookie holds four; the fifth pushed the first out.
    expect(await isKnown(first?.email ?? '')).toBe(false)
    for (const reader of others) expect(await isKnown(reader.email)).toBe(true)
    expect(await isKnown((await makeReader(server.deps)).email)).toBe(false)
  })

  test('has no personal data, and another mark after each sign-in', async () => {
    const reader = await makeReader(server.deps)
    const browser = openBrowser(server.app, newAddress())
    await browser.signIn(reader.email)
    const before = markOf(browser)
    await browser.signIn(reader.email)
    expect(before).toMatch(/^[\w-]{22}\.[\w-]{43}$/)
    expect(markOf(browser)).toMatch(/^[\w-]{22}\.[\w-]{43}$/)
    expect(markOf(browser)).not.toBe(before)
  })

  test.each([
    ['nothing', () => ''],
    ['another account’s', (mark: string) => mark.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))],
    ['rubbish', () => `${'ž'.repeat(22)}.${'x'.repeat(43)}`],
    ['a very long one', () => '~'.repeat(8000)],
  ])('is not taken for it with %s in its cookie', async (_, change) => {
    const reader = await makeReader(server.deps)
    const browser = openBrowser(server.app, newAddress())
    await browser.signIn(reader.email)
    const cookies = new Map([['ppk', { path: '/', value: encodeURIComponent(change(markOf(browser))) }]])
    await Promise.all(Array.from({ length: 10 }, () => guess(newAddress(), reader.email)))
    expect((await openBrowser(server.app, newAddress(), cookies).signIn(reader.email)).statusCode).toBe(422)
  })
})
