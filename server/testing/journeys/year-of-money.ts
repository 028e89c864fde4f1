import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import * as z from 'zod'
import { payments } from '#server/modules/payments/tables.ts'
import { products as productTable } from '#server/modules/subscriptions/tables.ts'
import { timeZone } from '#server/platform/clock.ts'
import { repeatedTasks } from '#server/start/repeated-tasks.ts'
import { openBank, type PublisherBank } from '../doubles/publisher-bank.ts'
import { operate } from '../make/operator.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { drainJobs, giftsInMails, type MoneyWorld, moneyAct, type Person, perform } from './money-acts.ts'

/** What the gateway has done, as it tells itself, with the days on which that was seen. */
export type GatewayBooking = { day: string; key: string; cents: number; isRefund: boolean }

export type YearOfMoney = {
  from: Temporal.PlainDate
  days: number
  readers: number
  /** Of all that happens: the same seed is the same year. */
  seed: number
  products: readonly string[]
}

/** Local times at which days are lived, in turn: also those on which UTC has another date. */
const times = ['00:05', '09:00', '14:30', '23:45'] as const

/** Days after the last act, on which transfers come, orders are given up, and refunds leave and arrive. */
const daysToEnd = 21

/**
 * Lives through many days with readers who buy, renew, give, withdraw and leave, with staff who decide on what came to
 * the bank, and with the worker's tasks, each in turn.
 *
 * @returns what the gateway and the bank say at its end, and how often each act had an effect
 */
export async function liveThrough(server: MoneyApp, year: YearOfMoney) {
  const { from, days, readers, seed } = year
  const bank = openBank()
  const coming: { day: number; symbol: string; sent: string; cents: number }[] = []
  const atGateway: GatewayBooking[] = []
  const done = new Map<string, number>()
  let today = 0
  const dayOf = (index: number) => from.add({ days: index }).toString()
  const world: MoneyWorld = {
    server,
    send: ({ symbol, cents, days: later, sum }) => {
      const add = (part: number, sent = symbol) =>
        coming.push({ day: today + later, symbol, sent, cents: part })
      if (sum === 'exact' || sum === 'twice') add(cents)
      if (sum === 'twice') add(cents)
      if (sum === 'over') add(cents + 250)
      if (sum === 'under') add(Math.max(1, cents - 100))
      if (sum === 'parts') for (const part of [Math.floor(cents / 2), Math.ceil(cents / 2)]) add(part)
      if (sum === 'astray') add(cents, `9${symbol.slice(1)}`)
    },
    nextGift: giftsInMails(server),
  }
  const people: (Person | undefined)[] = []
  const acts = fc.sample(
    fc.noBias(fc.record({ who: fc.nat(readers - 1), day: fc.nat(days - 1), act: moneyAct(year.products) })),
    { seed, numRuns: Math.ceil((readers * days) / 24) },
  )
  const intended = new Map<string, string>()

  for (today = 0; today < days + daysToEnd; today++) {
    const time = times[today % times.length]
    server.clock.set(
      from.add({ days: today }).toZonedDateTime({ timeZone, plainTime: time }).toInstant().toString(),
    )
    if (today < days) await changePrices(server, year, today)
    await takeStatement(server, bank, intended, dayOf(today))
    const todo = acts.filter(each => each.day === today)
    for (const { who, act } of todo) {
      const person = (people[who] ??= { reader: await server.signIn() })
      const kind = 'payment' in act ? `${act.kind} by ${act.payment.method}` : act.kind
      if (await perform(world, person, act)) done.set(kind, (done.get(kind) ?? 0) + 1)
    }
    const transfers = coming.filter(each => each.day === today)
    for (const { symbol, sent, cents } of transfers) {
      intended.set(bank.book({ day: dayOf(today), cents, isDebit: false, symbol: sent }), symbol)
    }
    // On a quiet day the worker sleeps now and then, so what is due waits for it.
    if (todo.length + transfers.length > 0 || today % 3 === 0) await work(server)
    if (today % 7 === 6) await payOut(server, bank, dayOf(today))
    await noteGateway(server, atGateway, dayOf(today))
  }
  return { bank: bank.booked, gateway: atGateway, done }
}

/** A round of the worker with all its jobs; another one where the gateway's answer was lost, a minute later. */
async function work(server: MoneyApp): Promise<void> {
  const { signal } = new AbortController()
  await server.chargeDue()
  for (const [, , task] of repeatedTasks) await task(server.money, signal)
  await drainJobs(server)
  if ((await server.deps.db.$count(payments, eq(payments.state, 'unknown'))) === 0) return
  server.clock.advance('PT1M')
  await work(server)
}

async function noteGateway(server: MoneyApp, noted: GatewayBooking[], day: string): Promise<void> {
  const { charges, refunds } = await server.gateway.ledger()
  const known = new Set(noted.map(({ key }) => key))
  const note = (isRefund: boolean) => (each: { key: string; amount: number }) => {
    if (!known.has(each.key)) noted.push({ day, key: each.key, cents: each.amount, isRefund })
  }
  charges.forEach(note(false))
  refunds.forEach(note(true))
}

const Entries = z.object({
  items: z.array(
    z.object({ id: z.int(), reference: z.string(), amount_cents: z.int(), direction: z.string() }),
  ),
})
const Awaited = z.object({ items: z.array(z.object({ amount_cents: z.int() })) })

/** The statement of the day before, and what staff decide on what it leaves open. */
async function takeStatement(
  server: MoneyApp,
  bank: PublisherBank,
  intended: ReadonlyMap<string, string>,
  day: string,
): Promise<void> {
  const statement = bank.writeStatement()
  if (statement === undefined) return
  await operate(server, 'transfers take', { file: Buffer.from(statement) })
  const { items } = Entries.parse(await operate(server, 'transfers entries', { limit: 500 }))
  const dismiss = (id: number) => operate(server, 'transfers dismiss', { id, note: 'Sent back.' })
  const giveBack = (returns: string, cents: number) =>
    bank.book({ day, cents, isDebit: true, symbol: undefined, returns })
  for (const { id } of items.filter(each => each.direction === 'debit')) await dismiss(id)
  const credits = Map.groupBy(
    items.filter(each => each.direction === 'credit'),
    each => intended.get(each.reference) ?? '',
  )
  for (const [symbol, entries] of credits) {
    const awaited = Awaited.parse(await operate(server, 'transfers list', { variable_symbol: symbol }))
      .items[0]
    const excess =
      entries.reduce((sum, each) => sum + each.amount_cents, 0) - (awaited?.amount_cents ?? Infinity)
    for (const { id, reference, amount_cents: cents } of entries) {
      if (excess >= 0) await operate(server, 'transfers match', { id, variable_symbol: symbol })
      else {
        await dismiss(id)
        giveBack(reference, cents)
      }
    }
    if (excess > 0) giveBack(entries.at(-1)?.reference ?? '', excess)
  }
}

/** Staff carry the payment order of all refunds to the bank, where there are any. */
async function payOut(server: MoneyApp, bank: PublisherBank, day: string): Promise<void> {
  const exported = await operate(server, 'refunds export', {}).catch(() => undefined)
  if (exported !== undefined) bank.carryOut(z.object({ xml: z.string() }).parse(exported).xml, day)
}

/** The publisher changes a price each month, and the law the rate of VAT in the second one. */
async function changePrices(server: MoneyApp, { from, products }: YearOfMoney, index: number): Promise<void> {
  const monthly = index / 30
  if (!Number.isInteger(monthly)) return
  const code = products[monthly % products.length] ?? ''
  const day = from.add({ days: index + 10 }).toString()
  const [product] = await server.deps.db.select().from(productTable).where(eq(productTable.code, code))
  const cents = Math.round((product?.priceCents ?? 0) * (monthly % 3 === 0 ? 0.93 : 1.07))
  const printed = Math.round(((product?.printCents ?? 0) * cents) / (product?.priceCents ?? 1))
  await operate(server, 'prices plan', { code, from: day, price_cents: cents, print_cents: printed })
  if (monthly === 1) await operate(server, 'vat-rates plan', { kind: 'digital', from: day, percent: 20 })
}
