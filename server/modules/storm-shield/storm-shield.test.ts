import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Refusal } from '#contract/wire.ts'
import { sessions, users } from '#server/modules/identity/tables.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { createCaptchaApp } from '#server/testing/setup/captcha-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser, type TestBrowser, testPassword } from '#server/testing/setup/test-browser.ts'

const server = openForFile(() => createCaptchaApp({ COUNTRY_HEADER: 'CF-IPCountry' }))

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const refusalOf = (answer: LightMyRequestResponse) => {
  expect(answer.statusCode).toBe(422)
  const { errors, challenge } = answer.json<Refusal>()
  return { key: errors[0]?.key, ...challenge }
}
const proofOf = (id: string | undefined, answer: string) => ({
  'x-storm-shield-id': id ?? '',
  'x-storm-shield-answer': encodeURIComponent(answer),
})

const enter = async (browser: TestBrowser, email: string, headers: Record<string, string>) =>
  browser.post('/login', { json: { email, password: testPassword }, headers })

/** A failure is counted after the response, against timing attacks: wait for it. */
const countedAfterTheAnswer = (isAsked: () => Promise<boolean>) => expect.poll(isAsked).toBe(true)

/** A reader who has used one browser in one country for some days, and signs in by another one today. */
async function comeUnusually(now: Record<string, string>) {
  const reader = await makeReader(server.deps)
  const usual = { 'user-agent': chrome, 'cf-ipcountry': 'SK' }
  const home = openBrowser(server.app)
  await enter(home, reader.email, usual)
  server.clock.advance('P3D')
  const browser = openBrowser(server.app)
  const headers = { ...usual, ...now }
  await enter(browser, reader.email, headers)
  await home.post('/refresh-token', { headers: usual })
  const own = `/rest/api/prv/v1/users/${reader.id}`
  const change = (extra: Record<string, string> = {}, number = '0905111222') =>
    browser.patch(own, { json: { phone_to_change: number }, headers: { ...headers, ...extra } })
  const code = async () => {
    const mail = await server.mailbox.waitFor(reader.email, each => /^\d{6} /.test(each.subject))
    return mail.subject.slice(0, 6)
  }
  return { reader, home, usual, browser, headers, own, change, code }
}

describe('R5.10 a sensitive change from where the reader never was', () => {
  test.each([
    ['a new browser', { 'user-agent': firefox }],
    ['a new country', { 'cf-ipcountry': 'BR' }],
  ])(
    'from %s is asked for a code from the mailbox, and then the very same request goes through',
    async (_, now) => {
      const { change, code, home, usual, own } = await comeUnusually(now)
      const { key, id, kind } = refusalOf(await change())
      expect([key, kind]).toEqual(['storm_shield', 'email_code'])
      const right = await code()
      const wrong = await change(proofOf(id, right === '000000' ? '000001' : '000000'))
      expect(refusalOf(wrong)).toEqual({ key: 'control_code_invalid', id, kind })
      const [fault] = wrong.json<Refusal>().errors
      expect(fault?.params).toEqual({ tries_left: 4 })
      expect(fault?.message.replaceAll('\u00a0', ' ')).toBe(
        'Overovací kód nie je správny. Zostávajú vám 4 pokusy.',
      )
      expect((await change(proofOf(id, right))).statusCode).toBe(200)
      // From the usual browser and country no proof is asked for.
      const usualChange = await home.patch(own, { json: { phone_to_change: '0905111333' }, headers: usual })
      expect(usualChange.statusCode).toBe(200)
    },
  )

  test.each([
    ['R10.02 parting linked accounts', 'linked-accounts/1'],
    ['R1.10 unlinking a provider', 'extern-auth-service/google'],
    ['R1.11 removing the phone number', 'phone'],
  ])('%s is one, though it has no body', async (_, path) => {
    const { browser, own, headers } = await comeUnusually({ 'user-agent': firefox })
    const asked = refusalOf(await browser.delete(`${own}/${path}`, { headers }))
    expect([asked.key, asked.kind]).toEqual(['storm_shield', 'email_code'])
  })

  test.each([
    ['passkeys/options', 'post', { notice_copies: true }],
    ['data-archives', 'post', { locale_code: 'sk' }],
    ['anonymization', 'post', { notice_copies: true }],
    ['phone', 'delete', { locale_code: 'sk' }],
  ] as const)('%s is one, whatever body is sent along', async (path, method, json) => {
    const { browser, own, headers } = await comeUnusually({ 'user-agent': firefox })
    const asked = refusalOf(await browser[method](`${own}/${path}`, { json, headers }))
    expect([asked.key, asked.kind]).toEqual(['storm_shield', 'email_code'])
  })

  test('is one after hundreds of sign-ins of today, which do not become usual', async () => {
    const { reader, change } = await comeUnusually({ 'user-agent': firefox })
    const now = server.clock.now()
    const signedIn = Array.from({ length: 200 }, () => ({
      id: crypto.randomUUID(),
      userId: reader.id,
      tokenEpoch: 0,
      startedAt: now,
      lastUsedAt: now,
      userAgent: firefox,
      country: 'SK',
      remember: false,
    }))
    await server.deps.db.insert(sessions).values(signedIn)
    expect(refusalOf(await change()).kind).toBe('email_code')
  })

  test('R7.09 a code for Subscribe with Google is one, though it is read', async () => {
    const { browser, own, headers } = await comeUnusually({ 'user-agent': firefox })
    const asked = refusalOf(await browser.get(`${own}/swg-auth-code`, { headers }))
    expect([asked.key, asked.kind]).toEqual(['storm_shield', 'email_code'])
  })

  test('the language and copies of notices are no sensitive changes', async () => {
    const { browser, own, headers } = await comeUnusually({ 'user-agent': firefox })
    for (const json of [{ locale_code: 'en' }, { notice_copies: true }]) {
      expect((await browser.patch(own, { json, headers })).statusCode).toBe(200)
    }
  })

  test('a proof is single-use, also for sixteen at once (race)', async () => {
    const { change, code } = await comeUnusually({ 'user-agent': firefox })
    const { id } = refusalOf(await change())
    const right = await code()
    const answers = await Promise.all(Array.from({ length: 16 }, () => change(proofOf(id, right))))
    expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
    expect((await change(proofOf(id, right))).statusCode).toBe(422)
  })

  test('R13.03 a code that was mailed before a change of the e-mail proves nothing after it', async () => {
    const { reader, change, code } = await comeUnusually({ 'user-agent': firefox })
    const { id } = refusalOf(await change())
    const mailed = await code()
    await server.deps.db
      .update(users)
      .set({ email: `new-${reader.email}` })
      .where(eq(users.id, reader.id))
    expect(refusalOf(await change(proofOf(id, mailed))).key).toBe('control_code_invalid')
  })

  test('a proof is invalid for another request or session', async () => {
    const { change, code, reader, own } = await comeUnusually({ 'user-agent': firefox })
    const { id } = refusalOf(await change())
    const right = await code()
    expect(refusalOf(await change(proofOf(id, right), '0905999888')).key).toBe('storm_shield')
    const thief = openBrowser(server.app)
    await enter(thief, reader.email, { 'user-agent': firefox })
    const stolen = await thief.patch(own, {
      json: { phone_to_change: '0905111222' },
      headers: { 'user-agent': firefox, ...proofOf(id, right) },
    })
    expect(refusalOf(stolen).key).toBe('storm_shield')
    expect((await change(proofOf(id, right))).statusCode).toBe(200)
  })

  test('a proof expires after ten minutes', async () => {
    const { change, code, browser } = await comeUnusually({ 'user-agent': firefox })
    const { id } = refusalOf(await change())
    const right = await code()
    server.clock.advance('PT10M1S')
    await browser.post('/refresh-token', { headers: { 'user-agent': firefox } })
    expect(refusalOf(await change(proofOf(id, right))).key).toBe('storm_shield')
  })

  test('race: of 200 wrong codes at once five are tried, and then the right one is refused; a new one is sent on demand', async () => {
    const { change, code, browser, own, headers } = await comeUnusually({ 'user-agent': firefox })
    const { id } = refusalOf(await change())
    const right = await code()
    const guesses = Array.from({ length: 200 }, (_, index) => String(index).padStart(6, '0'))
    await Promise.all(guesses.filter(guess => guess !== right).map(guess => change(proofOf(id, guess))))
    expect(refusalOf(await change(proofOf(id, right))).key).toBe('control_code_expired')
    const again = await browser.post(`${own}/create-control-code`, {
      json: { code_type: 'storm_shield' },
      headers,
    })
    expect(again.statusCode).toBe(202)
  })
})

test('R5.10 after an old sign-in the password is asked for before the account is deleted', async () => {
  const { browser, ...reader } = await makeSignedIn(server)
  server.clock.advance('PT16M')
  await browser.post('/refresh-token')
  const ask = (headers = {}) => browser.post(`/rest/api/prv/v1/users/${reader.id}/anonymization`, { headers })
  const { id, key, kind } = refusalOf(await ask())
  expect([key, kind]).toEqual(['storm_shield', 'password'])
  expect(refusalOf(await ask(proofOf(id, 'Žltý-kôň-1'))).key).toBe('current_password_wrong')
  expect((await ask(proofOf(id, testPassword))).statusCode).toBe(202)
})

test('R5.10 who signs in by others alone is asked for a code from the mailbox: those renew silently', async () => {
  const { browser, ...reader } = await makeSignedIn(server)
  await server.deps.db.update(users).set({ passwordHash: null }).where(eq(users.id, reader.id))
  server.clock.advance('PT16M')
  await browser.post('/refresh-token')
  const answer = await browser.post(`/rest/api/prv/v1/users/${reader.id}/anonymization`)
  expect(refusalOf(answer).kind).toBe('email_code')
})

test('R5.10 R7.13 after a few misses the question of a user name asks for a captcha, whose answer may come in its field', async () => {
  const browser = openBrowser(server.app, '10.7.0.1')
  const check = (form: Record<string, string>) => browser.post('/username_check', { form })
  for (let miss = 0; miss < 5; miss++) await check({ username: `miss-${miss}@dennik.example` })
  const form = { username: 'jana@dennik.example' }
  await countedAfterTheAnswer(async () => (await check(form)).statusCode === 422)
  expect(refusalOf(await check(form))).toMatchObject({ key: 'storm_shield', kind: 'captcha' })
  const answer = await server.solveCaptcha()
  expect(refusalOf(await check({ ...form, 'g-recaptcha-response': 'made-up' })).key).toBe('captcha_failed')
  expect((await check({ ...form, 'g-recaptcha-response': answer })).statusCode).toBe(200)
  expect(refusalOf(await check({ ...form, 'g-recaptcha-response': answer })).key).toBe('captcha_failed')
})

test('a reader who mistypes the own address once and signs in is asked for nothing', async () => {
  const reader = await makeReader(server.deps)
  const browser = openBrowser(server.app, '10.7.0.2')
  for (let round = 0; round < 12; round++) {
    expect((await browser.post('/username_check', { form: { username: reader.email } })).statusCode).toBe(200)
    expect((await browser.signIn(reader.email)).statusCode).toBe(204)
  }
})

test('R5.10 after five wrong passwords for one address the sixth try asks for a captcha, and so does the right one', async () => {
  const reader = await makeReader(server.deps)
  const browser = openBrowser(server.app, '10.7.0.3')
  const signIn = (password: string, headers = {}) =>
    browser.post('/login', { json: { email: reader.email, password }, headers })
  for (let miss = 0; miss < 5; miss++) await signIn(`Zle-heslo-${miss}`)
  await countedAfterTheAnswer(async () => refusalOf(await signIn('Zle-heslo-5')).key === 'storm_shield')
  const { id, kind } = refusalOf(await signIn(testPassword))
  expect(kind).toBe('captcha')
  // The proof is for this exact request only.
  expect(refusalOf(await signIn('Ine-heslo-1', proofOf(id, await server.solveCaptcha()))).key).toBe(
    'storm_shield',
  )
  expect((await signIn(testPassword, proofOf(id, await server.solveCaptcha()))).statusCode).toBe(204)
})

test('R5.10 many accounts from one address, and many newsletter mails, ask for a captcha', async () => {
  const browser = openBrowser(server.app, '10.7.0.4')
  const { token } = (await browser.get('/get-csrf-token/registration')).json<{ token: string }>()
  const register = (index: number) =>
    browser.post('/registration', { form: { email: `many-${index}@dennik.example`, _token: token } })
  for (let index = 0; index < 10; index++) expect((await register(index)).statusCode).toBe(201)
  expect(refusalOf(await register(10)).kind).toBe('captcha')

  const manage = (index: number, extra = {}) =>
    browser.post('/rest/api/prv/v1/newsletters/manage-links', {
      json: { email: `many-${index}@dennik.example`, ...extra },
    })
  for (let index = 0; index < 5; index++) expect((await manage(index)).statusCode).toBe(202)
  expect(refusalOf(await manage(5)).kind).toBe('captcha')
  expect((await manage(5, { 'g-recaptcha-response': await server.solveCaptcha() })).statusCode).toBe(202)
})

test('R7.17 the configuration names the captcha and its script', async () => {
  const config = (await openBrowser(server.app).get('/config.json')).json<Record<string, unknown>>()
  expect(config).toMatchObject({
    captcha_public_key: 'key',
    captcha_script_url: `${server.captchaUrl}/api.js`,
  })
})
