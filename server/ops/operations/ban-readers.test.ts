import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { forumProfiles } from '#server/modules/forum/tables.ts'
import { sessions, users } from '#server/modules/identity/tables.ts'
import { recurringProfiles } from '#server/modules/subscriptions/tables.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeCard, makePeriod, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { auditLog } from '../tables.ts'

const server = openForFile(createTestApp)
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  support = await openOperator(server, ['readers:read', 'readers:write'])
  await makeProduct(server.deps, { code: 'standard_1y', access: ['web'], renewsInto: 'standard_1y' })
})

type Refused = { errors: { key: string; field?: string; message: string }[] }
const newBrowser = () => openBrowser(server.app)
const linesAbout = (readerId: number) =>
  server.deps.db.select().from(auditLog).where(eq(auditLog.readerId, readerId)).orderBy(auditLog.id)

describe('R8.11 a ban', () => {
  it('ends every session at once, refuses every way of signing in, and is lifted again', async () => {
    const reader = await makeReader(server.deps)
    const [one, other] = [newBrowser(), newBrowser()]
    await one.signIn(reader.email)
    await other.signIn(reader.email)
    const banned = await support.call('readers ban', { id: reader.id, reason: 'Predáva svoje heslo' })
    expect(banned.json()).toMatchObject({ id: reader.id, blocked_at: expect.any(String) })

    const own = `/rest/api/prv/v1/users/${reader.id}`
    for (const browser of [one, other]) {
      expect((await browser.get(own)).statusCode).toBe(401)
      expect((await browser.post('/refresh-token')).statusCode).toBe(401)
    }
    const ended = await server.deps.db.select().from(sessions).where(eq(sessions.userId, reader.id))
    expect(ended.map(session => session.endedBecause)).toEqual(['blocked', 'blocked'])
    const refused = await newBrowser().signIn(reader.email)
    expect([refused.statusCode, refused.json<Refused>().errors[0]?.key]).toEqual([422, 'link_blocked'])

    expect((await support.call('readers unban', { id: reader.id })).json()).toEqual({
      id: reader.id,
      blocked_at: null,
      renewals_restored: 0,
    })
    expect((await one.get(own)).statusCode).toBe(401)
    expect((await newBrowser().signIn(reader.email)).statusCode).toBe(204)
    expect((await linesAbout(reader.id)).map(line => [line.operation, line.before, line.after])).toEqual([
      [
        'readers ban',
        { blocked_at: null },
        { blocked_at: expect.any(String), reason: 'Predáva svoje heslo', renewals_stopped: 0 },
      ],
      ['readers unban', { blocked_at: expect.any(String) }, { blocked_at: null, renewals_restored: 0 }],
    ])
  })

  it('race: twenty times at once happens once, and no sign-in slips through meanwhile', async () => {
    const reader = await makeReader(server.deps)
    const browsers = Array.from({ length: 5 }, newBrowser)
    const [bans] = await Promise.all([
      Promise.all(
        Array.from({ length: 20 }, () =>
          support.call('readers ban', { id: reader.id, reason: 'Útok na účet' }),
        ),
      ),
      Promise.all(browsers.map(browser => browser.signIn(reader.email))),
    ])
    expect(new Set(bans.map(ban => ban.statusCode))).toEqual(new Set([200]))
    expect(new Set(bans.map(ban => ban.json<{ blocked_at: string }>().blocked_at)).size).toBe(1)
    const lines = await linesAbout(reader.id)
    expect(lines).toHaveLength(20)
    expect(lines.filter(line => JSON.stringify(line.before) === '{"blocked_at":null}')).toHaveLength(1)
    for (const browser of browsers) {
      expect((await browser.get(`/rest/api/prv/v1/users/${reader.id}`)).statusCode).toBe(401)
    }
  })

  /** A reader with a subscription that renews by card. */
  async function makeSubscriber() {
    const reader = await makeReader(server.deps)
    const endsAt = server.clock.now().add({ hours: 24 * 30 })
    const subscriptionId = await makePeriod(server.deps, {
      userId: reader.id,
      productCode: 'standard_1y',
      priceCents: 5990,
      startsAt: server.clock.now(),
      endsAt,
      renewals: [
        {
          state: 'active',
          cardId: await makeCard(server.deps, { userId: reader.id }),
          chargeAt: endsAt.subtract({ hours: 48 }),
          nextProductCode: 'standard_1y',
        },
      ],
    })
    const renewalState = async () => {
      const ofReader = eq(recurringProfiles.subscriptionId, subscriptionId)
      const [renewal] = await server.deps.db.select().from(recurringProfiles).where(ofReader)
      return renewal?.state
    }
    return { ...reader, renewalState }
  }

  it('stops renewals: a banned reader is not charged', async () => {
    const reader = await makeSubscriber()
    const answer = await support.call('readers ban', { id: reader.id, reason: 'Zneužitie karty' })
    expect(answer.json()).toMatchObject({ renewals_stopped: 1 })
    expect(await reader.renewalState()).toBe('admin_stop')
  })

  it.each([
    ['while the account is to be deleted', ['unban', 'withdraw-deletion']],
    ['after the wish for deletion was taken back', ['withdraw-deletion', 'unban']],
  ] as const)('lifted %s lets no renewal go on that the wish has ended', async (_when, ends) => {
    const reader = await makeSubscriber()
    await support.call('readers ban', { id: reader.id, reason: 'Zneužitie karty' })
    await support.call('readers request-deletion', { id: reader.id })
    for (const end of ends) await support.call(`readers ${end}`, { id: reader.id })
    expect(await reader.renewalState()).toBe('user_stop')
    expect((await linesAbout(reader.id)).map(line => line.after)).toContainEqual({
      blocked_at: null,
      renewals_restored: 0,
    })
  })

  it('needs a reason, and a reader who is there', async () => {
    const reader = await makeReader(server.deps)
    expect((await support.call('readers ban', { id: reader.id })).json<Refused>().errors).toMatchObject([
      { key: 'invalid_input', field: 'reason', message: '"reason" is missing.' },
    ])
    const unknown = await support.call('readers ban', { id: 999_999, reason: 'Nikto' })
    expect([unknown.statusCode, unknown.json<Refused>().errors[0]?.key]).toEqual([404, 'user_not_found'])
    const isReader = eq(users.id, reader.id)
    await server.deps.db.update(users).set({ anonymizedAt: server.clock.now() }).where(isReader)
    const erased = await support.call('readers ban', { id: reader.id, reason: 'Predáva svoje heslo' })
    expect([erased.statusCode, erased.json<Refused>().errors[0]?.key]).toEqual([422, 'operation_refused'])
    const [row] = await server.deps.db.select().from(users).where(isReader)
    expect(row?.blockedAt).toBeNull()
  })
})

describe('R4.12 R6.06 a ban in discussions', () => {
  it('is told to the reader with its reason, keeps from writing, and is lifted again', async () => {
    const reader = await makeReader(server.deps)
    const browser = newBrowser()
    await browser.signIn(reader.email)
    const profile = () =>
      browser.get(`/rest/api/prv/v1/users/${reader.id}/forum-profile`, {
        headers: { 'accept-language': 'en' },
      })
    const half = await support.call('readers forum-ban', { id: reader.id, reason_sk: 'Opakované urážky' })
    expect(half.json<Refused>().errors[0]?.field).toBe('reason_en')
    await support.call('readers forum-ban', {
      id: reader.id,
      reason_sk: 'Opakované urážky',
      reason_en: 'Repeated insults',
    })
    expect((await profile()).json()).toMatchObject({ banned: true, banned_reason: 'Repeated insults' })
    await support.call('readers forum-unban', { id: reader.id })
    expect((await profile()).json()).toMatchObject({ banned: false, banned_reason: null, banned_since: null })
  })

  it('is refused for an erased reader, of whom nothing is written any more', async () => {
    const { id } = await makeReader(server.deps)
    await server.deps.db.update(users).set({ anonymizedAt: server.clock.now() }).where(eq(users.id, id))
    const refused = await support.call('readers forum-ban', {
      id,
      reason_sk: 'Opakované urážky',
      reason_en: 'Repeated insults',
    })
    expect([refused.statusCode, refused.json<Refused>().errors[0]?.key]).toEqual([422, 'operation_refused'])
    const profiles = server.deps.db.select().from(forumProfiles).where(eq(forumProfiles.userId, id))
    expect(await profiles).toEqual([])
  })
})
