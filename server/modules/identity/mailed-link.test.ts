import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { lockReader } from './lock-reader.ts'
import { mailLink } from './mailed-link.ts'
import { mailedLinks, users } from './tables.ts'

const server = openForFile(createTestApp)

const kinds = [
  {
    kind: 'activation',
    page: 'activate',
    invalid: 'activation_link_invalid',
    expired: 'activation_link_expired',
  },
  {
    kind: 'new_password',
    page: 'new-password',
    invalid: 'password_link_invalid',
    expired: 'password_link_expired',
  },
] as const

async function mailAgain(
  reader: typeof users.$inferSelect,
  kind: (typeof kinds)[number]['kind'],
): Promise<string> {
  const token = randomToken(256)
  await server.deps.db.transaction(async tx => {
    await lockReader(tx, reader.id)
    await mailLink(tx, server.deps, reader, { kind, token })
  })
  return token
}

async function look(kind: string, token: string, ip = '127.0.0.1') {
  const answer = await openBrowser(server.app, ip).get(`/login/mailed-links/${kind}/${token}`)
  return [answer.statusCode, answer.statusCode === 204 ? undefined : answer.json().errors[0].key]
}

describe.each(kinds)('R1.15 R4.04 a $kind link is said when opened', ({ kind, page, invalid, expired }) => {
  const use = (token: string) =>
    openBrowser(server.app).post(`/login/${page}/${token}`, { json: { plain_password: 'Nove-Heslo-1' } })

  test('to be valid, as often as it is opened and concurrently (read-only)', async () => {
    const reader = await makeReader(server.deps, { confirmedAt: null })
    const token = await mailAgain(reader, kind)
    const before = await server.deps.db.select().from(mailedLinks).where(eq(mailedLinks.userId, reader.id))
    const answers = await Promise.all(Array.from({ length: 20 }, () => look(kind, token)))
    expect(answers).toEqual(Array.from({ length: 20 }, () => [204, undefined]))
    const after = await server.deps.db.select().from(mailedLinks).where(eq(mailedLinks.userId, reader.id))
    expect(after).toEqual(before)
    const [user] = await server.deps.db.select().from(users).where(eq(users.id, reader.id))
    expect(user).toEqual(reader)
    expect((await use(token)).statusCode).toBe(204)
  })

  test('to be used, replaced, expired, of another kind, or forged', async () => {
    const used = await mailAgain(await makeReader(server.deps), kind)
    await use(used)
    expect(await look(kind, used)).toEqual([422, invalid])

    const reader = await makeReader(server.deps)
    const replaced = await mailAgain(reader, kind)
    const newest = await mailAgain(reader, kind)
    expect(await look(kind, replaced)).toEqual([422, invalid])
    expect(await look(kind, newest)).toEqual([204, undefined])

    const other = kinds.find(each => each.kind !== kind)
    expect(await look(other?.kind ?? '', newest)).toEqual([422, other?.invalid])
    expect(await look(kind, randomToken(256))).toEqual([422, invalid])
    expect(await look(kind, 'cut')).toEqual([400, 'invalid_input'])

    server.clock.advance('PT49H')
    expect(await look(kind, newest)).toEqual([422, expired])
  })
})

test('R1.15 rate limit: guessing links is stopped, in opening and in using alike; existing links do not count', async () => {
  const { points } = limits.mailedLinks
  const ip = '10.6.9.1'
  const token = await mailAgain(await makeReader(server.deps), 'new_password')
  const looks = await Promise.all(
    Array.from({ length: points + 20 }, () => look('activation', randomToken(256), ip)),
  )
  expect(looks.filter(([status]) => status === 422)).toHaveLength(points)
  expect(looks.filter(([status]) => status === 429)).toHaveLength(20)
  expect(await look('new_password', token, ip)).toEqual([429, 'too_many_requests'])
  const guess = await openBrowser(server.app, ip).post(`/login/new-password/${token}`, {
    json: { plain_password: 'Nove-Heslo-1' },
  })
  expect(guess.statusCode).toBe(429)

  const elsewhere = '10.6.9.2'
  for (let times = 0; times <= points; times += 20) {
    const found = await Promise.all(Array.from({ length: 20 }, () => look('new_password', token, elsewhere)))
    expect(found.every(([status]) => status === 204)).toBe(true)
  }
})
