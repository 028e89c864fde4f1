import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { requestRefund, settlePaid } from '#server/modules/payments/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type Administrator, openCompanySales } from '#server/testing/make/company-sales.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { prolongSeats } from './index.ts'
import { sharedSubscriptions } from './tables.ts'

const server = openForFile(openCompanySales)

/** Has one transaction wait for what another one, which has done its work, has locked. */
async function meet(first: (tx: Tx) => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const locks = await holdLocks(server.deps.db, first)
  const waiting = second()
  await locks.waitedForBy(1)
  await Promise.all([locks.release(), waiting])
}

describe('a refund', () => {
  const giveBack = async (boss: Administrator, index: number) => {
    const payment = (await boss.payments())[index]
    await makeRefund(server.money, payment?.id ?? 0)
  }

  test('ends the accesses at once', async () => {
    const boss = await server.administer()
    const employee = await server.take(await boss.invite())
    await giveBack(boss, 0)
    expect((await employee.list()).map(each => each.state)).toEqual(['inactive'])
    expect(await boss.shared()).toMatchObject([{ state: 'inactive' }])
  })

  test('of further seats takes the free ones', async () => {
    const boss = await server.administer('company_1')
    await boss.extend('company_5', 'add_seats')
    const [first, second] = [await server.take(await boss.invite()), await server.take(await boss.invite())]
    await giveBack(boss, 1)
    expect(await boss.shared()).toMatchObject([{ seats: 1, used: 2, state: 'active' }])
    expect((await first.list())[0]?.state).toBe('active')
    expect((await second.list())[0]?.state).toBe('active')
    await expect(boss.invite()).rejects.toThrow()
  })

  test('R11.06 of further seats in two parts, each of which ends them, takes them once', async () => {
    const boss = await server.administer('company_10')
    await boss.extend('company_5', 'add_seats')
    const [, added] = await boss.payments()
    for (const part of [{ amountCents: 1000 }, {}]) await makeRefund(server.money, added?.id ?? 0, part)
    expect(await boss.shared()).toMatchObject([{ seats: 10 }])
  })

  test('of further seats leaves those of the package by which it was renewed since', async () => {
    const boss = await server.administer()
    server.clock.advance('P11M')
    await boss.extend('company_10', 'add_seats')
    expect(await boss.shared()).toMatchObject([{ seats: 15 }])
    await boss.extend('company_10', 'renew')
    await giveBack(boss, 1)
    expect(await boss.shared()).toMatchObject([{ seats: 10, state: 'active' }])
    await boss.extend('company_1', 'add_seats')
    await giveBack(boss, 3)
    expect(await boss.shared()).toMatchObject([{ seats: 10 }])
  })

  test('R11.06 of a renewal into a larger package leaves the seats that are still paid for, added ones too', async () => {
    const boss = await server.administer('company_1')
    await boss.extend('company_1', 'add_seats')
    const isBought = eq(payments.id, (await boss.payments())[0]?.id ?? 0)
    // As a load brings it.
    await server.deps.db.update(payments).set({ settledAt: null }).where(isBought)
    server.clock.advance('P11M')
    await boss.extend('company_10', 'renew')
    const readers = [await boss.invite(), await boss.invite(), await boss.invite()]
    await Promise.all(readers.map(server.take))
    await giveBack(boss, 2)
    expect(await boss.shared()).toMatchObject([{ seats: 2, used: 3, state: 'active' }])
  })
})

describe('a refund of the year before and a renewal that is paid at the same moment', () => {
  /** A renewal that is ordered and not paid, what pays it, and what gives the year before it back. */
  async function prepare() {
    const boss = await server.administer()
    const employee = await server.take(await boss.invite())
    server.clock.advance('P11M')
    const price = (await boss.offers()).renewal.find(each => each.product.code === 'company_5')?.price
    const shared = { subscription_id: boss.subscriptionId, act: 'renew', price }
    const answer = await boss.order({ product: 'company_5', method: 'bank_transfer', shared })
    const [first, second] = await boss.payments()
    const bookedOn = dayOf(server.clock.now()).toString()
    return {
      boss,
      employee,
      order: answer.json<Order>(),
      pay: (tx: Tx) =>
        settlePaid(tx, server.money, [
          { paymentId: second?.id ?? 0, chargeReference: null, paidOn: bookedOn },
        ]),
      giveBack: (tx: Tx) =>
        requestRefund(tx, server.money, {
          paymentId: first?.id ?? 0,
          reason: 'A complaint.',
          requestedBy: 'support',
          access: 'end',
          key: crypto.randomUUID(),
        }),
    }
  }

  test('race: the refund waits, and leaves what is paid', async () => {
    const { boss, employee, order, pay, giveBack } = await prepare()
    const [before] = await boss.shared()
    await meet(pay, () => server.deps.db.transaction(giveBack))
    const end = Temporal.Instant.from(before?.period.to ?? '').toZonedDateTimeISO('Europe/Bratislava')
    const to = end.add({ years: 1 }).toInstant().toString()
    expect((await boss.readOrder(order.id)).state).toBe('paid')
    expect(await boss.shared()).toMatchObject([{ state: 'active', seats: 5, period: { to } }])
    expect((await employee.list()).map(each => [each.state, each.period.to])).toEqual([['active', to]])
  })

  test('race: the renewal waits, and begins where the refund has ended', async () => {
    const { boss, employee, order, pay, giveBack } = await prepare()
    await meet(giveBack, () => server.deps.db.transaction(pay))
    const [ended, paid] = await boss.periods()
    const to = paid?.endsAt.toString()
    expect((await boss.readOrder(order.id)).state).toBe('paid')
    const gap = paid && ended?.endsAt.until(paid.startsAt)
    expect(gap?.total('minutes')).toBeCloseTo(0, 0)
    expect(await boss.shared()).toMatchObject([{ state: 'active', seats: 5, period: { to } }])
    const [seat] = await employee.list()
    expect([seat?.state, seat?.period.to]).toEqual(['active', to])
  })
})

describe('days that staff add to it', () => {
  const prolong = (boss: Administrator) =>
    server.deps.db.transaction(tx => prolongSeats(tx, server.deps, boss.subscriptionId))

  test('take nothing of a next year that is paid, though the year before it was shortened', async () => {
    const boss = await server.administer()
    const employee = await server.take(await boss.invite())
    server.clock.advance('P11M')
    await boss.extend('company_5', 'renew')
    const [shared] = await boss.shared()
    const [first] = await boss.payments()
    await makeRefund(server.money, first?.id ?? 0, { amountCents: 1000, access: 'shorten' })
    await prolong(boss)
    expect((await boss.shared()).map(each => each.period.to)).toEqual([shared?.period.to])
    expect((await employee.list()).map(each => each.period.to)).toEqual([shared?.period.to])
  })

  test('race: they leave seats that are paid for at the same moment', async () => {
    const boss = await server.administer()
    await boss.extend('company_1', 'add_seats')
    const isIt = eq(sharedSubscriptions.subscriptionId, boss.subscriptionId)
    await meet(
      tx => tx.update(sharedSubscriptions).set({ seats: 15 }).where(isIt),
      () => prolong(boss),
    )
    expect(await boss.shared()).toMatchObject([{ seats: 15 }])
  })
})
