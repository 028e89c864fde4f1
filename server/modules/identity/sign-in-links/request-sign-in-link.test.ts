import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Refusal } from '#contract/wire.ts'
import type { OutgoingMail } from '#server/gateways/mail/port.ts'
import { activityLog } from '#server/modules/activity/tables.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { tokenInMail } from '#server/testing/inspect/token-in-mail.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { createCaptchaApp } from '#server/testing/setup/captcha-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { changeEmail } from '../account/change-account.ts'
import { blockReader } from '../block-reader.ts'
import { lockReader } from '../lock-reader.ts'
import { signInLinks, users } from '../tables.ts'

const server = openForFile(createCaptchaApp)

let made = 0
const newBrowser = () => openBrowser(server.app, `10.7.${(made += 1) >> 8}.${made & 255}`)
const ask = (browser: TestBrowser, email: string, wishes: object = {}) =>
  browser.post('/login/sign-in-link', { json: { email, ...wishes } })
const use = (browser: TestBrowser, token: string, sent = {}) => browser.post(`/login/sign-in/${token}`, sent)
const type = (browser: TestBrowser, code: string) => browser.post('/login/sign-in-code', { json: { code } })
const told = (answer: LightMyRequestResponse) =>
  answer.statusCode === 204 ? 204 : answer.json<Refusal>().errors[0]?.key
const codeIn = (mail: OutgoingMail) => /\b\d{6}\b/.exec(mail.subject)?.[0] ?? ''
const isSignedIn = (browser: TestBrowser) => browser.cookies.has('ppi')
const wrongFor = (code: string) => (code === '123456' ? '654321' : '123456')

/** A reader who has asked for a link in a new browser. */
async function asked(given: Parameters<typeof makeReader>[1] = {}, wishes: object = {}) {
  const reader = await makeReader(server.deps, given)
  const browser = newBrowser()
  expect((await ask(browser, ` ${reader.email.toUpperCase()}`, wishes)).statusCode).toBe(202)
  const mail = await server.mailbox.waitFor(reader.email)
  return { reader, browser, mail, token: tokenInMail(mail, 'sign-in'), code: codeIn(mail) }
}

describe('R13.02 a mailed link signs in', () => {
  test('once, in the browser that asked, remembered as wished; it is noted as with a password', async () => {
    const { reader, browser, token, code } = await asked({ passwordHash: null }, { remember: true })
    const answer = await use(browser, token)
    expect(answer.statusCode).toBe(204)
    expect(answer.cookies.find(({ name }) => name === 'ppr')?.maxAge).toBe(30 * 86_400)
    expect(browser.cookies.has('ppl')).toBe(false)
    const log = await server.deps.db.select().from(activityLog).where(eq(activityLog.userId, reader.id))
    expect(log.map(({ kind }) => kind)).toEqual(['signed_in'])
    expect(told(await use(browser, token))).toBe('sign_in_link_invalid')
    expect(told(await type(browser, code))).toBe('control_code_expired')
  })

  test('race: of twenty uses at once one succeeds', async () => {
    const { browser, token } = await asked()
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(browser.copy(), token)))
    expect(answers.map(told).filter(each => each === 204)).toHaveLength(1)
    expect(new Set(answers.map(told))).toEqual(new Set([204, 'sign_in_link_invalid']))
  })

  test('in no other browser, which uses nothing up', async () => {
    const { browser, token } = await asked()
    const other = newBrowser()
    expect(told(await use(other, token))).toBe('sign_in_link_elsewhere')
    await ask(other, 'somebody.else@dennik.example')
    expect(told(await use(other, token))).toBe('sign_in_link_elsewhere')
    expect(isSignedIn(other)).toBe(false)
    expect(told(await use(browser, token))).toBe(204)
  })

  test('for ten minutes, and only the newest of a browser', async () => {
    const { reader, browser, token } = await asked()
    await ask(browser, reader.email)
    const newest = await server.mailbox.waitFor(reader.email, mail => tokenInMail(mail, 'sign-in') !== token)
    expect(told(await use(browser, token))).toBe('sign_in_link_invalid')
    server.clock.advance('PT10M')
    expect(told(await use(browser, tokenInMail(newest, 'sign-in')))).toBe('sign_in_link_expired')
    expect(told(await type(browser, codeIn(newest)))).toBe('control_code_expired')
  })

  test.each([
    ['an address of ours', '/predplatne', 'http://profil.test/predplatne'],
    ['the article that was read', 'https://dennik.example/clanok/1', 'https://dennik.example/clanok/1'],
    ['the account area instead of a stranger’s', 'https://evil.example/x', 'http://profil.test/predplatne'],
  ])('without scripts: a form is led on to %s', async (_, url, to) => {
    const { browser, token } = await asked()
    const answer = await use(browser, `${token}?${new URLSearchParams({ url }).toString()}`, {
      form: {},
      headers: { accept: 'text/html,*/*' },
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, to])
    expect(isSignedIn(browser)).toBe(true)
    const again = await use(browser, token, { form: {}, headers: { accept: 'text/html' } })
    expect(again.headers.location).toBe(`/login/sign-in/${token}?refused=sign_in_link_invalid`)
  })

  test.each(['x', `${'x'.repeat(43)}.`, 'x%0Ay'])(
    'R16.04 without scripts: a form of a link that a mail program has spoilt (%s) is led back, too',
    async token => {
      const answer = await use(newBrowser(), token, { form: {}, headers: { accept: 'text/html' } })
      expect(answer.headers.location).toBe(`/login/sign-in/${token}?refused=sign_in_link_invalid`)
    },
  )

  test('carries where to go on, but neither to strangers nor with secrets', async () => {
    const to = async (url: string) => (await asked({}, { url })).mail.text
    expect(await to('http://profil.test/faq?q=a%2Bb')).toContain(
      `?url=${encodeURIComponent('http://profil.test/faq?q=a%2Bb')}`,
    )
    expect(await to('https://dennik.example/clanok/1')).toContain(
      `?url=${encodeURIComponent('https://dennik.example/clanok/1')}`,
    )
    expect(await to('https://evil.example/')).not.toContain('?url=')
    expect(await to('http://profil.test/login/gift/abc')).not.toContain('?url=')
  })
})

describe('R13.02 its code', () => {
  test('signs in the browser that asked, also typed with spaces', async () => {
    const { browser, code } = await asked()
    expect(told(await type(newBrowser(), code))).toBe('control_code_expired')
    expect(told(await type(browser, `${code.slice(0, 3)} ${code.slice(3)}`))).toBe(204)
    expect(told(await type(browser, code))).toBe('control_code_expired')
  })

  test('race: of twenty wrong ones at once five are tried, and then the right one is refused, not the link', async () => {
    const { browser, code, token } = await asked()
    const answers = await Promise.all(Array.from({ length: 20 }, () => type(browser, wrongFor(code))))
    const tried = answers.filter(answer => told(answer) === 'control_code_invalid')
    expect(tried.map(answer => answer.json<Refusal>().errors[0]?.params?.['tries_left'])).toEqual(
      expect.arrayContaining([0, 1, 2, 3, 4]),
    )
    expect(tried).toHaveLength(5)
    expect(told(await type(browser, code))).toBe('control_code_expired')
    expect(told(await use(browser, token))).toBe(204)
  })

  test('race: of twenty right ones at once one succeeds', async () => {
    const { browser, code } = await asked()
    const answers = await Promise.all(Array.from({ length: 20 }, () => type(browser.copy(), code)))
    expect(answers.filter(answer => answer.statusCode === 204)).toHaveLength(1)
  })

  test('rate limit: twenty wrong ones a day over all links; a browser that signed in before has its own', async () => {
    const { reader, code, token, browser: home } = await asked()
    await use(home, token)
    for (let round = 0; round < 4; round++) {
      const thief = newBrowser()
      await server.deps.db.delete(signInLinks)
      await server.deps.db.execute(`delete from rate_limits where key like 'signInLinks%'`)
      await ask(thief, reader.email)
      for (let times = 0; times < 5; times++) expect((await type(thief, wrongFor(code))).statusCode).toBe(422)
    }
    const guess = newBrowser()
    await server.deps.db.execute(`delete from rate_limits where key like 'signInLinks%'`)
    await ask(guess, reader.email)
    expect(told(await type(guess, wrongFor(code)))).toBe('too_many_requests')
    await ask(home, reader.email)
    expect(told(await type(home, wrongFor(code)))).toBe('control_code_invalid')
  })
})

describe('R13.02 whose account it is', () => {
  test('an unknown e-mail gets the same answers, tries included', async () => {
    const browser = newBrowser()
    const answer = await ask(browser, 'unknown@dennik.example')
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    const statuses = []
    for (let times = 0; times < 6; times++) statuses.push(told(await type(browser, '123456')))
    expect(statuses).toEqual([...Array(5).fill('control_code_invalid'), 'control_code_expired'])
    expect(server.mailbox.mails.filter(({ to }) => to === 'unknown@dennik.example')).toEqual([])
  })

  test('one that was never confirmed gets the link that chooses a password (decision 005)', async () => {
    const reader = await makeReader(server.deps, { confirmedAt: null })
    const browser = newBrowser()
    await ask(browser, reader.email)
    const mail = await server.mailbox.waitFor(reader.email)
    expect(tokenInMail(mail, 'activate')).toMatch(/./)
    expect(mail.text).not.toContain('/login/sign-in/')
  })

  test('one that waits for its deletion signs in, to take that back', async () => {
    const { browser, token } = await asked({ anonymizationRequestedAt: server.clock.now() })
    expect(told(await use(browser, token))).toBe(204)
  })

  test('a blocked one is refused, whether it was blocked before or after', async () => {
    const before = await asked({ blockedAt: server.clock.now() })
    expect(told(await use(before.browser, before.token))).toBe('link_blocked')
    expect(told(await type(before.browser, before.code))).toBe('link_blocked')
    const { reader, browser, token } = await asked()
    await server.deps.db.transaction(tx => blockReader(tx, server.deps, reader.id))
    expect(told(await use(browser, token))).toBe('sign_in_link_invalid')
  })

  test('one whose e-mail was changed meanwhile is not signed in from the former mailbox', async () => {
    const { reader, browser, token, code } = await asked()
    await server.deps.db.transaction(async tx => {
      const user = await lockReader(tx, reader.id)
      if (!user) throw new Error('No reader')
      await changeEmail(tx, server.deps, user, {
        email: `new-${reader.email}`,
        isConfirmed: true,
        by: 'staff',
      })
    })
    expect(told(await use(browser, token))).toBe('sign_in_link_invalid')
    expect(told(await type(browser, code))).toBe('control_code_expired')
  })

  test('only hashes are stored', async () => {
    const { reader, browser, token, code } = await asked()
    const rows = await server.deps.db.select().from(signInLinks).where(eq(signInLinks.userId, reader.id))
    const text = JSON.stringify(rows)
    for (const secret of [token, code, browser.cookies.get('ppl')?.value ?? '?', reader.email]) {
      expect(text).not.toContain(secret)
    }
    const [user] = await server.deps.db.select().from(users).where(eq(users.id, reader.id))
    expect(user?.tokenEpoch).toBe(0)
  })
})

test('R13.02 R17.04 asking is limited by e-mail with a captcha, elsewhere only', async () => {
  const { reader, browser: home, token } = await asked()
  await use(home, token)
  for (let times = 0; times < 2; times++) await ask(newBrowser(), reader.email)
  const refused = await ask(newBrowser(), reader.email)
  expect(refused.json<Refusal>().challenge?.kind).toBe('captcha')
  const own = await Promise.all(Array.from({ length: 20 }, () => ask(home.copy(), reader.email)))
  expect(own.filter(({ statusCode }) => statusCode === 202)).toHaveLength(limits.signInLinksByBrowser.points)
})
