import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { rowIdOf } from '#server/modules/devices/device-id.ts'
import { devices } from '#server/modules/devices/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makePeriod, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)
let site: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  site = await openOperator(server, ['access:read'])
  await makeProduct(server.deps, { code: 'one_device', access: ['web', 'forum'], deviceLimit: 1 })
})

const check = async (id: number, flag: string, device?: string) => {
  const answer = await site.call('readers check-access', {
    id,
    flag,
    ...(device === undefined ? {} : { device }),
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<unknown>()
}
const refused = (reason: string) => ({ allowed: false, reason, until: null })

/** A reader whose subscription began an hour ago and ends in so many hours. */
async function makeSubscriber(hours: number) {
  const reader = await makeReader(server.deps)
  const now = server.clock.now()
  const endsAt = now.add({ hours }).round('second')
  await makePeriod(server.deps, {
    userId: reader.id,
    productCode: 'one_device',
    startsAt: now.subtract({ hours: 1 }),
    endsAt,
  })
  return { id: reader.id, allowed: { allowed: true, reason: 'allowed', until: endsAt.toString() } }
}

test('R15.02 a server is told that a reader may read what the subscription includes, and till when', async () => {
  const { id, allowed } = await makeSubscriber(24)
  expect(await check(id, 'web')).toEqual(allowed)
  expect(await check(id, 'forum')).toEqual(allowed)
  expect(await check(id, 'print')).toEqual(refused('not_included'))
})

test('R15.02 without a subscription that runs now nothing is read, not a second longer', async () => {
  const reader = await makeReader(server.deps)
  expect(await check(reader.id, 'web')).toEqual(refused('no_subscription'))
  const { id, allowed } = await makeSubscriber(2)
  expect(await check(id, 'web')).toEqual(allowed)
  server.clock.advance('PT2H1S')
  expect(await check(id, 'web')).toEqual(refused('no_subscription'))
})

test('R15.02 of two devices where one may read, the one used last reads; a new one has lost nothing', async () => {
  const { id, allowed } = await makeSubscriber(24)
  const used = (name: string, hoursAgo: number) => ({
    id: rowIdOf(id, name),
    userId: id,
    name,
    type: 'browser' as const,
    lastActivity: server.clock.now().subtract({ hours: hoursAgo }),
  })
  await server.deps.db.insert(devices).values([used('old', 2), used('new', 1)])
  expect(await check(id, 'web', 'old')).toEqual({
    ...allowed,
    allowed: false,
    reason: 'device_limit_reached',
  })
  expect(await check(id, 'web', 'new')).toEqual(allowed)
  expect(await check(id, 'web', 'never-seen')).toEqual(allowed)
  expect(await check(id, 'web')).toEqual(allowed)
  expect(await check(id, 'print', 'old')).toEqual(refused('not_included'))
})

test('R15.02 a blocked or erased reader has no access, one who is about to be erased has it to the last day', async () => {
  const { id, allowed } = await makeSubscriber(24)
  const set = (columns: Partial<typeof users.$inferInsert>) =>
    server.deps.db.update(users).set(columns).where(eq(users.id, id))
  await set({ anonymizationRequestedAt: server.clock.now() })
  expect(await check(id, 'web')).toEqual(allowed)
  await set({ blockedAt: server.clock.now() })
  expect(await check(id, 'web')).toEqual(refused('blocked'))
  await set({ anonymizedAt: server.clock.now() })
  expect(await check(id, 'web')).toEqual(refused('account_unknown'))
  expect(await check(2_147_483_647, 'web')).toEqual(refused('account_unknown'))
})

test('R15.02 an unknown flag is refused at its field', async () => {
  const { id } = await makeSubscriber(24)
  const answer = await site.call('readers check-access', { id, flag: 'everything' })
  expect([400, 422]).toContain(answer.statusCode)
  expect(answer.json()).toMatchObject({ errors: [{ field: 'flag' }] })
})
