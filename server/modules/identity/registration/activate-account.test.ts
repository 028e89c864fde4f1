import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { randomToken } from '#server/platform/secrets.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { lockReader } from '../lock-reader.ts'
import { mailLink } from '../mailed-link.ts'
import { users } from '../tables.ts'

const server = openForFile(createTestApp)
const newPassword = 'Nove-Heslo-1'

/** A reader who was mailed an activation link. */
async function invite(given: Parameters<typeof makeReader>[1] = {}) {
  const reader = await makeReader(server.deps, { confirmedAt: null, passwordHash: null, ...given })
  return { reader, token: await mailAgain(reader) }
}

async function mailAgain(reader: typeof users.$inferSelect): Promise<string> {
  const token = randomToken(256)
  await server.deps.db.transaction(async tx => {
    await lockReader(tx, reader.id)
    await mailLink(tx, server.deps, reader, { kind: 'activation', token })
  })
  return token
}

const activate = (token: string, password = newPassword, browser = openBrowser(server.app)) =>
  browser.post(`/login/activate/${token}`, { json: { plain_password: password } })

const keysOf = (answer: Awaited<ReturnType<typeof activate>>): string[] =>
  answer.json().errors.map((each: { key: string }) => each.key)

test('R4.04 the mailed link confirms the account, sets the chosen password and signs in', async () => {
  const { reader, token } = await invite()
  const browser = openBrowser(server.app)
  const answer = await activate(token, newPassword, browser)
  expect(answer.statusCode).toBe(204)
  expect((await browser.get(`/rest/api/prv/v1/users/${reader.id}`)).json()).toMatchObject({ confirmed: true })
  expect((await openBrowser(server.app).signIn(reader.email, newPassword)).statusCode).toBe(204)
})

test('R4.04 the link is single-use', async () => {
  const { token } = await invite()
  expect((await activate(token)).statusCode).toBe(204)
  const again = await activate(token, 'Other-Heslo-1')
  expect(again.statusCode).toBe(422)
  expect(keysOf(again)).toEqual(['activation_link_invalid'])
})

test('R4.04 race: of sixteen uses at once one succeeds, with the password that it chose', async () => {
  const { reader, token } = await invite()
  const passwords = Array.from({ length: 16 }, (_, index) => `Nove-Heslo-${index}`)
  const answers = await Promise.all(passwords.map(password => activate(token, password)))
  const winners = answers.flatMap((answer, index) => (answer.statusCode === 204 ? [index] : []))
  expect(winners).toHaveLength(1)
  for (const answer of answers.filter(each => each.statusCode !== 204)) {
    expect(keysOf(answer)).toEqual(['activation_link_invalid'])
  }
  const chosen = passwords[winners[0] ?? -1]
  expect((await openBrowser(server.app).signIn(reader.email, chosen)).statusCode).toBe(204)
})

test('R4.04 the link expires after 48 hours', async () => {
  const early = await invite()
  const late = await invite()
  server.clock.advance('PT47H59M')
  expect((await activate(early.token)).statusCode).toBe(204)
  server.clock.advance('PT2M')
  const answer = await activate(late.token)
  expect(answer.statusCode).toBe(422)
  expect(keysOf(answer)).toEqual(['activation_link_expired'])
})

test('R4.04 a link that was replaced by a newer one no longer works, the newer does', async () => {
  const { reader, token } = await invite()
  const newer = await mailAgain(reader)
  expect(keysOf(await activate(token))).toEqual(['activation_link_invalid'])
  expect((await activate(newer)).statusCode).toBe(204)
})

test('account takeover: a password set before the address was verified is void, and so are its sessions', async () => {
  const { reader, token } = await invite({ passwordHash: (await makeReader(server.deps)).passwordHash })
  const stranger = openBrowser(server.app)
  expect((await stranger.signIn(reader.email)).statusCode).toBe(204)

  expect((await activate(token)).statusCode).toBe(204)
  expect((await stranger.get(`/rest/api/prv/v1/users/${reader.id}`)).statusCode).toBe(401)
  expect((await stranger.post('/refresh-token')).statusCode).toBe(401)
  expect((await openBrowser(server.app).signIn(reader.email, testPassword)).statusCode).toBe(422)
})

describe('refusals that leave the link usable', () => {
  test('R5.03 every rule that the password breaks is told at once', async () => {
    const { reader, token } = await invite()
    const answer = await activate(token, 'ááá')
    expect(answer.statusCode).toBe(422)
    expect(keysOf(answer)).toEqual([
      'password_too_short',
      'password_missing_digit',
      'password_missing_uppercase',
      'password_missing_lowercase',
      'password_few_unique',
      'password_diacritics',
    ])
    expect(answer.json().errors[0].field).toBe('plain_password')
    expect((await activate(token)).statusCode).toBe(204)
    const [user] = await server.deps.db.select().from(users).where(eq(users.id, reader.id))
    expect(user?.tokenEpoch).toBe(1)
  })

  test('a foreign origin', async () => {
    const { token } = await invite()
    const answer = await openBrowser(server.app).post(`/login/activate/${token}`, {
      json: { plain_password: newPassword },
      origin: 'https://evil.example',
    })
    expect(answer.statusCode).toBe(403)
    expect((await activate(token)).statusCode).toBe(204)
  })

  test('opening the page: mail scanners open links', async () => {
    const { reader, token } = await invite()
    await openBrowser(server.app).get(`/login/activate/${token}`)
    const [user] = await server.deps.db.select().from(users).where(eq(users.id, reader.id))
    expect(user?.confirmedAt).toBeNull()
    expect((await activate(token)).statusCode).toBe(204)
  })
})

test('a link of another kind, or an invalid one, activates nothing', async () => {
  const reader = await makeReader(server.deps, { confirmedAt: null })
  const token = randomToken(256)
  await server.deps.db.transaction(async tx => {
    await lockReader(tx, reader.id)
    await mailLink(tx, server.deps, reader, { kind: 'new_password', token })
  })
  expect(keysOf(await activate(token))).toEqual(['activation_link_invalid'])
  expect(keysOf(await activate(randomToken(256)))).toEqual(['activation_link_invalid'])
  expect((await activate('short')).statusCode).toBe(400)
})
