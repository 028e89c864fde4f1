import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { tokenInMail } from '#server/testing/inspect/token-in-mail.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { startSession } from '../sessions/start-session.ts'
import { sessions, users } from '../tables.ts'

const server = openForFile(createTestApp)
let addresses = 0
const newPassword = 'Nove-Heslo-1'

/** Asks for a link as the reader would, and reads it in the mail. */
async function askForLink(email: string): Promise<string> {
  const before = server.mailbox.mails.filter(mail => mail.to === email).map(mail => mail.messageId)
  const browser = openBrowser(server.app, `10.6.0.${addresses++}`)
  const answer = await browser.post('/login/forgotten-password', { json: { email } })
  expect(answer.statusCode).toBe(202)
  const mail = await server.mailbox.waitFor(email, each => !before.includes(each.messageId))
  return tokenInMail(mail, 'new-password')
}

const choose = (token: string, password = newPassword, browser = openBrowser(server.app)) =>
  browser.post(`/login/new-password/${token}`, { json: { plain_password: password } })

const keyOf = (answer: Awaited<ReturnType<typeof choose>>): string => answer.json().errors[0].key

test('a forgotten password is replaced by the mailed link, and the reader is signed in and told by mail', async () => {
  const reader = await makeReader(server.deps)
  const browser = openBrowser(server.app)
  const answer = await choose(await askForLink(reader.email), newPassword, browser)
  expect(answer.statusCode).toBe(204)
  expect((await browser.get(`/rest/api/prv/v1/users/${reader.id}`)).statusCode).toBe(200)
  expect((await openBrowser(server.app).signIn(reader.email, newPassword)).statusCode).toBe(204)
  expect((await openBrowser(server.app).signIn(reader.email, testPassword)).statusCode).toBe(422)
  const mail = await server.mailbox.waitFor(reader.email, each => each.subject === 'Vaše heslo sa zmenilo')
  expect(mail.text).toContain('http://profil.test/login\n')
})

test('R4.04 the link proves the address as well: the account is confirmed, its activation links are void', async () => {
  const reader = await makeReader(server.deps, { confirmedAt: null })
  const signedIn = openBrowser(server.app)
  await signedIn.signIn(reader.email)
  await signedIn.post(`/rest/api/prv/v1/users/${reader.id}/activation-email`)
  const activation = tokenInMail(await server.mailbox.waitFor(reader.email), 'activate')

  expect((await choose(await askForLink(reader.email))).statusCode).toBe(204)
  const [user] = await server.deps.db.select().from(users).where(eq(users.id, reader.id))
  expect(user?.confirmedAt).not.toBeNull()
  const late = await openBrowser(server.app).post(`/login/activate/${activation}`, {
    json: { plain_password: 'Other-Heslo-1' },
  })
  expect(late.statusCode).toBe(422)
})

test('an earlier day of confirmation stays', async () => {
  const reader = await makeReader(server.deps)
  server.clock.advance('P1D')
  await choose(await askForLink(reader.email))
  const [user] = await server.deps.db.select().from(users).where(eq(users.id, reader.id))
  expect(user?.confirmedAt?.toString()).toBe(reader.confirmedAt?.toString())
})

describe('R4.15 a new password ends', () => {
  test('all sessions of the reader, and no others', async () => {
    const reader = await makeReader(server.deps)
    const other = await makeReader(server.deps)
    const devices = [openBrowser(server.app), openBrowser(server.app), openBrowser(server.app)]
    for (const device of devices) await device.signIn(reader.email)
    const neighbour = openBrowser(server.app)
    await neighbour.signIn(other.email)

    await choose(await askForLink(reader.email))
    for (const device of devices) {
      expect((await device.get(`/rest/api/prv/v1/users/${reader.id}`)).statusCode).toBe(401)
      expect((await device.post('/refresh-token')).statusCode).toBe(401)
    }
    expect((await neighbour.get(`/rest/api/prv/v1/users/${other.id}`)).statusCode).toBe(200)
    const ended = await server.deps.db.select().from(sessions).where(eq(sessions.userId, reader.id))
    expect(ended.filter(session => session.endedBecause === 'password_changed')).toHaveLength(3)
  })

  test('sessions that are being created and renewed at the same time', async () => {
    const reader = await makeReader(server.deps)
    const token = await askForLink(reader.email)
    const renewing = openBrowser(server.app)
    await renewing.signIn(reader.email)
    const beginning = Array.from({ length: 6 }, () => openBrowser(server.app))
    const attempts = beginning.map(browser => browser.signIn(reader.email))
    const [changed] = await Promise.all([
      choose(token),
      ...attempts,
      renewing.post('/refresh-token'),
      renewing.copy().post('/refresh-token'),
    ])
    expect(changed.statusCode).toBe(204)
    for (const browser of [...beginning, renewing]) {
      expect((await browser.get(`/rest/api/prv/v1/users/${reader.id}`)).statusCode).toBe(401)
      expect((await browser.post('/refresh-token')).statusCode).toBe(401)
    }
  })

  test('a session that begins only after it, by a password that was checked before it', async () => {
    const reader = await makeReader(server.deps)
    await choose(await askForLink(reader.email))
    const late = await server.deps.db.transaction(tx =>
      startSession(tx, server.deps, {
        userId: reader.id,
        tokenEpoch: reader.tokenEpoch,
        remember: true,
        userAgent: '',
      }),
    )
    const browser = openBrowser(server.app)
    browser.cookies.set('ppr', { value: late.refreshToken, path: '/refresh-token' })
    expect((await browser.post('/refresh-token')).statusCode).toBe(401)
  })
})

describe('the link', () => {
  test('is single-use, also when sixteen use it at once (race)', async () => {
    const reader = await makeReader(server.deps)
    const token = await askForLink(reader.email)
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => choose(token, `Nove-Heslo-${index}`)),
    )
    expect(answers.filter(answer => answer.statusCode === 204)).toHaveLength(1)
    const again = await choose(token)
    expect(again.statusCode).toBe(422)
    expect(keyOf(again)).toBe('password_link_invalid')
  })

  test('expires after two hours', async () => {
    const early = await makeReader(server.deps)
    const late = await makeReader(server.deps)
    const earlyToken = await askForLink(early.email)
    const lateToken = await askForLink(late.email)
    server.clock.advance('PT1H59M')
    expect((await choose(earlyToken)).statusCode).toBe(204)
    server.clock.advance('PT2M')
    const answer = await choose(lateToken)
    expect(answer.statusCode).toBe(422)
    expect(keyOf(answer)).toBe('password_link_expired')
  })

  test('stops working when a newer one is mailed', async () => {
    const reader = await makeReader(server.deps)
    const older = await askForLink(reader.email)
    const newer = await askForLink(reader.email)
    expect(keyOf(await choose(older))).toBe('password_link_invalid')
    expect((await choose(newer)).statusCode).toBe(204)
  })

  test('is read-only when opened, and refused from a foreign origin', async () => {
    const reader = await makeReader(server.deps)
    const token = await askForLink(reader.email)
    await openBrowser(server.app).get(`/login/new-password/${token}`)
    const foreign = await openBrowser(server.app).post(`/login/new-password/${token}`, {
      json: { plain_password: newPassword },
      origin: 'https://evil.example',
    })
    expect(foreign.statusCode).toBe(403)
    const [user] = await server.deps.db.select().from(users).where(eq(users.id, reader.id))
    expect(user).toEqual(reader)
  })
})
