import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { blockReader, unblockReader } from '#server/modules/identity/index.ts'
import { disputes, payments } from '#server/modules/payments/tables.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { placeOrder, premiumByCard } from '#server/testing/journeys/place-order.ts'
import { renewalsOf } from '#server/testing/journeys/renewals.ts'
import {
  createMoneyApp,
  eventually,
  type MoneyReader,
  type Subscribed,
} from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { restoreRenewals, stopRenewals, switchRecurrence } from './index.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const ban = ({ id }: MoneyReader) =>
  server.deps.db.transaction(async tx => {
    const { after } = await blockReader(tx, server.deps, id)
    await stopRenewals(tx, server.deps, id, { state: 'admin_stop', ...(after ? { at: after } : {}) })
  })
const unban = ({ id }: MoneyReader) =>
  server.deps.db.transaction(async tx => {
    const { before } = await unblockReader(tx, id)
    return before === null ? 0 : restoreRenewals(tx, server.deps, id, [before])
  })

/** The bank's word about the reader's first payment; it is noted by its webhook. */
async function dispute(reader: MoneyReader, state: 'needs_response' | 'won') {
  const [first] = await reader.payments()
  const charge = first?.chargeReference ?? `charge-of-${first?.id}`
  await server.deps.db
    .update(payments)
    .set({ chargeReference: charge })
    .where(eq(payments.id, first?.id ?? 0))
  const id = `du_${first?.id}`
  await server.gateway.dispute({ id, charge, amountCents: 8990, state, respondBy: null })
  const noted = () => server.deps.db.select().from(disputes).where(eq(disputes.gatewayReference, id))
  await eventually(async () => (await noted())[0]?.state).toBe(state)
}

const lastOf = async (reader: MoneyReader) => (await reader.renewals()).at(-1)
const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())

test.each([
  ['paid', 'succeeds'],
  ['failed', 'declined_later'],
] as const)(
  'race: twenty bans and disputes while charges are at the gateway: those that are %s are the last',
  async (state, card) => {
    const endsAt = server.clock.now().add({ hours: 24 * 90 })
    const readers: Subscribed[] = []
    for (let index = 0; index < 20; index++) readers.push(await server.subscribe({ endsAt, card }))
    goTo(endsAt.subtract({ hours: 48 }))
    await server.gateway.setFaults({ slowness_ms: 700 })
    const charging = server.chargeDue()
    const isAtGateway = async () => (await Promise.all(readers.map(each => each.payments()))).flat().length
    await expect.poll(isAtGateway, { interval: 20 }).toBeGreaterThan(20)
    await Promise.all(
      readers.map((reader, index) => (index % 2 ? ban(reader) : dispute(reader, 'needs_response'))),
    )
    await charging
    await server.gateway.setFaults({ slowness_ms: 0 })
    const charges = (await Promise.all(readers.map(each => renewalsOf(each, state)))).flat()
    expect(charges.some(each => each.failure !== 'stopped')).toBe(true)
    const plans = (await Promise.all(readers.map(each => each.renewals()))).flat()
    expect(plans.filter(each => each.state === 'active')).toEqual([])
  },
)

const openDispute = (reader: MoneyReader) => dispute(reader, 'needs_response')
const winDispute = (reader: MoneyReader) => dispute(reader, 'won')

test.each([
  ['banned', ban, unban],
  ['in a dispute', openDispute, winDispute],
] as const)(
  'R11.12 what was paid for while its reader is %s is not renewed then, and waits for its reader after that',
  async (_what, bar, lift) => {
    const reader = await server.subscribe()
    const { redirect_url: page } = await placeOrder(reader, premiumByCard)
    await bar(reader)
    await server.gateway.payOnPage(page ?? '')
    await eventually(async () => (await reader.renewals()).length).toBe(2)
    goTo((await lastOf(reader))?.chargeAt ?? reader.endsAt)
    await server.chargeDue()
    expect(await renewalsOf(reader)).toEqual([])
    expect(await lastOf(reader)).toMatchObject({ state: 'admin_stop' })
    await lift(reader)
    expect(await lastOf(reader)).toMatchObject({ state: 'user_stop' })
    await reader.switchRecurrence((await reader.periods()).at(-1)?.id ?? 0, { enabled: true })
    await server.chargeDue()
    expect(await renewalsOf(reader, 'paid')).toHaveLength(1)
  },
)

test.each([
  ['ban', [ban, openDispute], [unban, winDispute]],
  ['ban', [openDispute, ban], [unban, winDispute]],
  ['dispute', [ban, openDispute], [winDispute, unban]],
  ['dispute', [openDispute, ban], [winDispute, unban]],
] as const)(
  'R11.12 of a ban and a dispute the %s ends first: renewals wait for the other',
  async (_what, bars, [first, last]) => {
    const reader = await server.subscribe()
    for (const bar of bars) {
      await bar(reader)
      server.clock.advance('PT1M')
    }
    await first(reader)
    expect(await lastOf(reader)).toMatchObject({ state: 'admin_stop' })
    await last(reader)
    expect(await lastOf(reader)).toMatchObject({ state: 'active', stoppedAt: null })
  },
)

test('R11.12 that nothing is turned on is said of what a dispute has stopped too, and to nobody else', async () => {
  const [reader, other] = [await server.subscribe(), await server.subscribe()]
  await other.switchRecurrence(other.subscriptionId, off)
  await openDispute(reader)
  expect(await recurrenceOf(reader)).toMatchObject({ reason: 'stopped_by_publisher', barred: true, acts: [] })
  expect(await recurrenceOf(other)).toMatchObject({ barred: false, acts: ['turn_on'] })
})

const recurrenceOf = async (reader: MoneyReader) => (await reader.list())[0]?.recurrence
const [on, off] = [{ enabled: true }, { enabled: false }] as const

test.each([
  ['sk', 'namietaná v\u00a0banke'],
  ['en', 'is disputed at the bank'],
] as const)(
  'R11.12 what its reader had stopped is not turned on in a dispute, as is said in %s',
  async (locale, words) => {
    const reader = await server.subscribe()
    await reader.switchRecurrence(reader.subscriptionId, off)
    expect(await recurrenceOf(reader)).toMatchObject({ barred: false, acts: ['turn_on'] })
    await openDispute(reader)
    expect(await recurrenceOf(reader)).toMatchObject({ barred: true, acts: [], if_turned_on: null })
    const refused = await reader.browser.put(
      `${reader.own}/subscriptions/${reader.subscriptionId}/recurrence`,
      {
        json: on,
        headers: { 'accept-language': locale },
      },
    )
    expect([refused.statusCode, keyOf(refused)]).toEqual([422, 'recurrence_barred'])
    expect(refused.body).toContain(words)
    expect(await lastOf(reader)).toMatchObject({ state: 'user_stop' })
    await winDispute(reader)
    expect(await recurrenceOf(reader)).toMatchObject({ barred: false, acts: ['turn_on'] })
    expect((await reader.switchRecurrence(reader.subscriptionId, on)).statusCode).toBe(200)
  },
)

test('a ban that a press overtakes refuses what the press asks for', async () => {
  const reader = await server.subscribe()
  await reader.switchRecurrence(reader.subscriptionId, off)
  await ban(reader)
  const asked = switchRecurrence(server.deps, { userId: reader.id }, reader.subscriptionId, on)
  await expect(asked).rejects.toThrow('recurrence_barred')
})
