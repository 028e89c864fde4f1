import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { daysBetween } from '#server/modules/subscriptions/worth.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { receiveTransfer } from '../modules/orders/index.ts'
import { remindOfPayments } from '../modules/subscriptions/index.ts'
import { products } from '../modules/subscriptions/tables.ts'
import { timeZone } from '../platform/clock.ts'
import { formatDay, formatMoney } from '../platform/texts/format.ts'
import type { TestCard } from '../testing/doubles/demo-gateway.ts'
import { checkDocuments } from '../testing/inspect/books.ts'
import { checkCredit } from '../testing/inspect/credit.ts'
import { findPaidTwice } from '../testing/inspect/no-day-twice.ts'
import { checkPeriods } from '../testing/inspect/periods.ts'
import { nextCharge, openWorldInTurn, sold } from '../testing/journeys/acts-in-turn.ts'
import { once, runs } from '../testing/journeys/histories.ts'
import { drainJobs, orderOf, sharedAct } from '../testing/journeys/money-acts.ts'
import { payOnPage, renewalAct } from '../testing/journeys/renewal-acts.ts'
import { openCompanySales } from '../testing/make/company-sales.ts'
import { makeCoupon } from '../testing/make/coupon.ts'
import { makePrinted } from '../testing/make/purchase.ts'
import { eventually, type MoneyReader } from '../testing/setup/money-app.ts'

const server = openForFile(openCompanySales)
const { act: actInTurn } = openWorldInTurn(server)
beforeAll(async () => {
  await makePrinted(server.deps)
  server.clock.set('2026-01-31T22:30:00Z')
})

/** Where days, months and hours are easily miscounted: the last minutes of a month, a year, and the nights of the clocks. */
const edges = ['--02-28', '--02-29', '--03-27', '--03-28', '--10-30', '--10-31', '--12-31'] as const
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('card' as const),
      product: fc.constantFrom(...sold),
      card: fc.constantFrom<TestCard[]>(
        'succeeds',
        'succeeds',
        'confirmed_always',
        'declined_later',
        'unusable_later',
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('transfer' as const),
      product: fc.constantFrom(...sold),
      days: fc.nat(9),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('code' as const) }) },
  { weight: 18, arbitrary: renewalAct },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change_card' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      product: fc.constantFrom(...sold),
      cents: fc.integer({ min: 200, max: 15_000 }),
    }),
  },
  { weight: 5, arbitrary: sharedAct },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('jump' as const), to: fc.constantFrom(...edges) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      days: fc.constantFrom(1, 20, 31, 200, 363, 365),
    }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

async function live(reader: MoneyReader, each: Act): Promise<void> {
  if (each.kind === 'card' || each.kind === 'transfer') return buy(reader, each)
  if (each.kind === 'wait') return wait(reader, afterDays(each.days))
  if (each.kind === 'jump') return wait(reader, nextNight(each.to))
  if (each.kind === 'code') {
    await reader.activate((await makeCoupon(server.deps)).code)
  } else if (each.kind === 'price') {
    const isIt = eq(products.code, each.product)
    await server.deps.db.update(products).set({ priceCents: each.cents }).where(isIt)
  } else await actInTurn(reader, each)
}

/** Buys at the price and with the plan that are shown; the period that is opened is the one shown. */
async function buy(
  reader: MoneyReader,
  { kind, product, days = 0, card }: { kind: string; product: string; days?: number; card?: TestCard },
) {
  const plan = await reader.get<PurchasePlan>(`purchase-plans/${product}`)
  const method = kind === 'card' ? 'card' : 'bank_transfer'
  const answer = await reader.order({ ...orderOf(product), method, price: plan.price })
  if (answer.statusCode !== 201) return
  const order = answer.json<Order>()
  expect(order.price, 'the order costs the price shown').toEqual(plan.price)
  if (order.redirect_url !== undefined) {
    await payOnPage(server, order.redirect_url, card)
    await eventually(async () => (await reader.readOrder(order.id)).state).toBe('paid')
    const { subscription_id: id } = await reader.readOrder(order.id)
    const opened = (await reader.list()).find(one => one.id === id)
    expect(daysApart(opened?.period.from, plan.period.from), 'it begins on the day that was told').toBe(0)
    expect(daysApart(opened?.period.to, plan.period.to), 'it ends on the day that was told').toBe(0)
  }
  if (order.transfer) {
    await wait(reader, afterDays(days))
    const { variable_symbol: variableSymbol, price } = order.transfer
    await receiveTransfer(server.money, { variableSymbol, amountCents: price.amount })
  }
}

const afterDays = (days: number) => server.clock.now().add({ hours: 24 * days })

/**
 * Some minutes before the next midnight that ends this day of the year; in a common year February has no 29th.
 * Each year at another minute: otherwise a year bought in such a night would end while the next one's acts go on.
 */
function nextNight(monthDay: (typeof edges)[number]): Temporal.Instant {
  const now = server.clock.now().toZonedDateTimeISO(timeZone)
  const [year = now.year] = [now.year, now.year + 1, now.year + 2].filter(
    each => Temporal.ZonedDateTime.compare(nightOf(monthDay, each), now) > 0,
  )
  return nightOf(monthDay, year).toInstant()
}
const nightOf = (monthDay: string, year: number) =>
  Temporal.PlainMonthDay.from(monthDay)
    .toPlainDate({ year })
    .toZonedDateTime({ timeZone, plainTime: { hour: 23, minute: 59 - (year % 10) } })

/** Moves the clock from charge to charge; what each takes had been shown before it, and what a mail announced is taken. */
async function wait(reader: MoneyReader, until: Temporal.Instant): Promise<void> {
  const told: Charge[] = []
  const charged: Charge[] = []
  for (let charges = 0; charges < 40; charges++) {
    const due = await nextCharge(reader, until)
    if (!due) break
    told.push(...(await remind(reader, due.subtract({ hours: 24 * 14 }))))
    const shown = await shownPrices(reader)
    const before = new Set((await reader.payments()).map(each => each.id))
    if (Temporal.Instant.compare(due, server.clock.now()) > 0) server.clock.set(due.toString())
    await Promise.all([server.chargeDue(), server.chargeDue()])
    for (const { amountCents } of (await reader.payments()).filter(each => !before.has(each.id))) {
      expect(shown, 'the next payments as shown before the charge').toContain(amountCents)
      charged.push({ price: formatMoney('sk', amountCents), day: formatDay('sk', server.clock.now()) })
    }
  }
  for (const each of told) expect(charged, 'what was announced').toContainEqual(each)
  server.clock.set(until.toString())
}

type Charge = { price: string; day: string }

/** Reminds of the coming payments as early as the next of them can be announced. @returns what the mails announce */
async function remind({ email }: MoneyReader, at: Temporal.Instant): Promise<Charge[]> {
  // Later the mails tell of what comes after the end of the wait, too.
  if (Temporal.Instant.compare(at, server.clock.now()) < 0) return []
  server.clock.set(at.toString())
  await drainJobs(server)
  const before = server.mailbox.mails.length
  await remindOfPayments(server.deps)
  await drainJobs(server)
  return server.mailbox.mails.slice(before).flatMap(({ to, text }) => {
    if (!to.includes(email)) return []
    const [, day, price] = /obnoví\.\s(.+)\sstiahneme\s(.+)\sz\skarty/.exec(text) ?? []
    return day !== undefined && price !== undefined ? [{ day, price }] : []
  })
}

const shownPrices = async (reader: MoneyReader): Promise<number[]> =>
  (await reader.list()).flatMap(({ recurrence: { next_payment: next } }) => (next ? [next.price.amount] : []))

const daysApart = (one: string | undefined, other: string): number =>
  one === undefined ? Number.NaN : daysBetween(Temporal.Instant.from(one), Temporal.Instant.from(other))

const histories = fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async acts => {
  await server.stopAllRenewals()
  const reader = await server.signIn()
  for (const each of acts) {
    await live(reader, each)
    expect(await checkCredit(server, [reader.id]), JSON.stringify(each)).toEqual([])
  }
  await wait(reader, afterDays(400))
  expect(await findPaidTwice(server, reader)).toEqual([])
  expect(await checkPeriods(server, [reader.id])).toEqual([])
  expect(await checkDocuments(server, [reader.id])).toEqual([])
})

test(
  'R11.01 in any order of purchases, codes, gifts, packages, offers, pauses, confirmations, disputes, refunds, withdrawals, prices and renewals no day is paid twice, none is read for nothing, and the price shown and announced is charged',
  once,
  () => fc.assert(histories, runs),
)

test('R11.04 documents have every number once, without gaps, in the order of their days', once, async () => {
  expect(await checkDocuments(server)).toEqual([])
})
