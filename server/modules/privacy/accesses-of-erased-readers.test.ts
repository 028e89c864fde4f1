import { eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { activityLog } from '#server/modules/activity/tables.ts'
import { waitingAccess } from '#server/modules/companies/index.ts'
import { accesses } from '#server/modules/companies/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import { administer, codeOf, keyOf, signInSomebody } from '#server/testing/make/company-people.ts'
import { openCompanySales } from '#server/testing/make/company-sales.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { archivedLists } from './archive/archived-lists.ts'
import { readList } from './archive/read-list.ts'
import { eraseReader } from './erase-reader.ts'

const server = openForFile(openCompanySales)

/** An administrator, and a reader who was invited, has taken the access, or has lost it again, taken or not. */
async function enter(state: 'waiting' | 'active' | 'lost' | 'withdrawn') {
  const boss = await administer(server)
  const reader = await signInSomebody(server)
  const access = await boss.addOne(reader.email)
  if (state === 'active' || state === 'lost') await reader.take(codeOf(access))
  if (state === 'lost' || state === 'withdrawn') await boss.deactivate(access.id)
  // A mail that is just delivered would wait for the erasure too.
  await eventually(() => server.deps.db.$count(outboxMessages, isNull(outboxMessages.deliveredAt))).toBe(0)
  return { boss, reader, id: access.id }
}

test.each([
  ['deactivate', 'active', 'begins', undefined],
  ['deactivate', 'active', 'ends', undefined],
  ['activate', 'lost', 'ends', 'user_not_found'],
  ['activate', 'withdrawn', 'ends', 'user_not_found'],
  ['send', 'waiting', 'ends', 'company_access_not_waiting'],
] as const)(
  'R8.07 race: an access that its administrator changes (%s, %s) while the erasure of its reader %s is nobody’s afterwards',
  async (act, state, until, key) => {
    const { deps, clock } = server
    const { db } = deps
    const { boss, reader, id } = await enter(state)
    const erase: Parameters<typeof holdLocks>[1] = tx =>
      eraseReader(tx, { ...reader, phone: null, isProven: true }, clock.now())
    const erasure = await holdLocks(db, async tx => {
      await tx.select().from(users).where(eq(users.id, reader.id)).for('update')
      if (until === 'ends') await erase(tx)
    })
    const answering = boss[act](id)
    await erasure.waitedForBy(1)
    await erasure.release(until === 'begins' ? erase : undefined)
    const answer = await answering
    expect([answer.statusCode < 500, answer.statusCode < 300 ? undefined : keyOf(answer)]).toEqual([
      true,
      key,
    ])
    const [row] = await db.select().from(accesses).where(eq(accesses.id, id))
    expect(row).toMatchObject({
      email: `erased:${id}`,
      linkKey: `erased-${id}`,
      deactivatedAt: expect.anything(),
    })
    expect(await db.$count(activityLog, eq(activityLog.userId, reader.id))).toBe(0)
  },
)

test('R8.07 race: a renewal that is paid after its end while a reader of it is erased gives them no seat anew', async () => {
  const { deps, clock } = server
  const boss = await server.administer('company_1')
  const reader = await server.take(await boss.invite())
  clock.advance('P1Y2D')
  const [offer] = (await boss.offers()).renewal
  const shared = { subscription_id: boss.subscriptionId, act: 'renew', price: offer?.price }
  const ordered = await boss.order({ product: offer?.product.code, method: 'bank_transfer', shared })
  const erasure = await holdLocks(deps.db, tx =>
    tx.select().from(users).where(eq(users.id, reader.id)).for('update'),
  )
  const paying = server.arrive(ordered.json<Order>())
  await erasure.waitedForBy(1)
  await erasure.release(tx => eraseReader(tx, { ...reader, isProven: true }, clock.now()))
  expect(await paying).toBe('paid')
  expect(await deps.db.$count(subscriptions, eq(subscriptions.userId, reader.id))).toBe(1)
})

test('R8.07 an access that another reader has taken stays that reader’s when the one to whom it was mailed is erased', async () => {
  const { deps, clock } = server
  const boss = await administer(server, { seats: 1 })
  const [invited, taker] = [await signInSomebody(server), await signInSomebody(server)]
  const { id, ...access } = await boss.addOne(invited.email)
  await taker.take(codeOf({ id, ...access }))
  await eventually(() => deps.db.$count(outboxMessages, isNull(outboxMessages.deliveredAt))).toBe(0)
  await deps.db.transaction(tx => eraseReader(tx, { ...invited, phone: null, isProven: true }, clock.now()))
  const { used, items } = await boss.list()
  expect({ used, items }).toMatchObject({
    used: 1,
    items: [{ state: 'active', erased: false, email: taker.email, reader_email: taker.email }],
  })
  expect(await taker.subscriptions()).toMatchObject([{ state: 'active' }])
  expect((await boss.add({ email: 'dalsi@firma.example' })).statusCode).toBe(422)
  const [row] = await deps.db.select().from(accesses).where(eq(accesses.id, id))
  expect(row?.email).toBe(`erased:${id}`)
})

test('R13.04 the archives of the reader to whom it was mailed, and of the one who took it, name no other reader', async () => {
  const { db } = server.deps
  const boss = await administer(server, { seats: 1 })
  const [invited, taker] = [await signInSomebody(server), await signInSomebody(server)]
  await taker.take(codeOf(await boss.addOne(invited.email)))
  const taken = archivedLists.filter(list => list.name === 'accesses_taken')
  const archived = (reader: typeof taker) =>
    Promise.all(
      taken.map(list =>
        Array.fromAsync(readList(db, list, { ...reader, phone: null, isProven: true, locale: 'sk' })),
      ),
    )
  expect(await archived(invited)).toEqual([[]])
  const ofTaker = JSON.stringify(await archived(taker))
  expect(ofTaker).toContain('active_from')
  expect(ofTaker).not.toContain(invited.email)
})

test('R8.07 R13.10 who has or is offered an access of an erased owner is told no name of theirs', async () => {
  const { deps, clock } = server
  const owner = await administer(server, { audience: 'family', seats: 3 })
  const [invited, member] = [await signInSomebody(server), await signInSomebody(server)]
  const code = codeOf(await owner.addOne(invited.email))
  await member.take(codeOf(await owner.addOne(member.email)))
  await eventually(() => deps.db.$count(outboxMessages, isNull(outboxMessages.deliveredAt))).toBe(0)
  await deps.db.transaction(tx => eraseReader(tx, { ...owner, phone: null, isProven: true }, clock.now()))
  const link = await openBrowser(server.app).get(`/rest/api/prv/v1/family-requests/${code}`)
  expect(link.json()).toMatchObject({ from: null })
  expect(await waitingAccess(deps)(invited.id, 'sk')).toMatchObject({ of: 'family', from: null })
  expect(await member.subscriptions()).toMatchObject([{ state: 'active', given_by: '' }])
})
