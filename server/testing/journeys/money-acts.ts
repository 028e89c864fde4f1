import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { AddedAccess, SharedSubscription } from '#contract/companies/companies.ts'
import type { SeatOffer } from '#contract/companies/seats-and-documents.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { CardChange } from '#contract/payment-cards/payment-cards.ts'
import type { OpenContract, Withdrawal } from '#contract/withdrawals/withdrawals.ts'
import type { TestCard } from '../doubles/demo-gateway.ts'
import { codeOf } from '../make/company-people.ts'
import { companyAddress } from '../make/company-sales.ts'
import { makeCoupon } from '../make/coupon.ts'
import { makeRefund } from '../make/refund.ts'
import { eventually, type MoneyApp, type MoneyReader } from '../setup/money-app.ts'
import { agreedTerms } from './agreed-terms.ts'
import { dayIn } from './buy-gift.ts'

/** What a reader sends for an order by transfer, if anything. */
export const transferSums = ['exact', 'over', 'under', 'parts', 'twice', 'astray', 'never'] as const
export type TransferSum = (typeof transferSums)[number]
type Payment =
  | { method: 'card'; card: TestCard }
  | { method: 'bank_transfer'; days: number; sum: TransferSum }

const byCard = fc.record({
  method: fc.constant('card' as const),
  card: fc.constantFrom<TestCard[]>('succeeds', 'succeeds', 'declined_later', 'insufficient_funds', 'silent'),
})
const byTransfer = fc.record({
  method: fc.constant('bank_transfer' as const),
  days: fc.nat(17),
  sum: fc.constantFrom<TransferSum[]>('exact', 'exact', 'exact', ...transferSums),
})
const payment: fc.Arbitrary<Payment> = fc.oneof(byCard, byTransfer)
const percent = fc.constantFrom(1, 33, 50, 100)

/** What concerns others too: companies, gifts, and contracts that are withdrawn from. */
export const sharedAct = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('company' as const), payment }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('give' as const), payment }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('take_gift' as const, 'withdraw' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give_seat' as const) }) },
)

/** What readers of a year do, and what is done to their payments. */
export const moneyAct = (products: readonly string[]) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('buy' as const),
        product: fc.constantFrom(...products),
        payment,
        atOnce: fc.constantFrom(true, true, false),
      }),
    },
    { weight: 10, arbitrary: sharedAct },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('refund' as const),
        percent,
        nth: fc.nat(3),
        access: fc.constantFrom('end' as const, 'shorten' as const, 'keep' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('dashboard' as const), percent, nth: fc.nat(3) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch' as const), enabled: fc.boolean() }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom('code' as const, 'offer' as const, 'change_card' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('request_anonymization' as const) }) },
  )
export type MoneyAct = ReturnType<typeof moneyAct> extends fc.Arbitrary<infer A> ? A : never

export type MoneyWorld = {
  server: MoneyApp
  /** Takes note that a reader is going to send money. */
  send: (asked: { symbol: string; cents: number; days: number; sum: TransferSum }) => void
  /** Code of a gift that was mailed and that nobody has tried. */
  nextGift: () => Promise<string | undefined>
}
export type Person = { reader: MoneyReader; isAnonymizationPending?: boolean }

/** @returns whether anything came of it */
export async function perform(world: MoneyWorld, person: Person, act: MoneyAct): Promise<boolean> {
  const { server } = world
  const { reader } = person
  if (person.isAnonymizationPending) return false
  switch (act.kind) {
    case 'buy': {
      const order = orderOf(act.product)
      const agreed = { ...(await agreedTerms(reader.browser, order)), begin_at_once: act.atOnce }
      return (await placeAndPay(world, person, { ...order, agreed }, act.payment)) !== undefined
    }
    case 'give': {
      const gift = { email: `${crypto.randomUUID()}@example.com`, date: dayIn(server, 0) }
      return (
        (await placeAndPay(world, person, { product: 'gift_premium_1y', gift }, act.payment)) !== undefined
      )
    }
    case 'company':
      return forCompany(world, person, act.payment)
    case 'give_seat':
      return giveSeat(world, reader)
    case 'take_gift': {
      const code = await world.nextGift()
      return code !== undefined && isDone(await reader.activate(code))
    }
    case 'code':
      return isDone(await reader.activate((await makeCoupon(server.deps)).code))
    case 'switch': {
      const all = await reader.list()
      const answers = await mapInSequence(all, ({ id }) =>
        reader.switchRecurrence(id, { enabled: act.enabled }),
      )
      return answers.some(isDone)
    }
    case 'offer': {
      const answers = await mapInSequence(await reader.list(), async ({ id }) => {
        const [offer] = await reader.listOffers(id)
        return offer && reader.acceptOffer(id, offer.code)
      })
      return answers.some(answer => answer !== undefined && isDone(answer))
    }
    case 'withdraw': {
      const { open } = await reader.get<{ open: OpenContract[] }>('withdrawals')
      // The oldest, with which later ones may end.
      const shown = open.at(-1)
      if (!shown) return false
      const answer = await reader.withdraw(shown.payment_id)
      const comesBack = answer.json<Withdrawal>().refund?.price.amount ?? 0
      expect(comesBack, 'what was shown comes back').toBe(shown.refund.amount)
      return true
    }
    case 'change_card': {
      const renewing = (await reader.list()).find(each => each.recurrence.state === 'on')
      const answer = renewing && (await reader.changeCard(renewing.id))
      const { id, redirect_url: page } = answer?.json<Partial<CardChange>>() ?? {}
      if (id === undefined || page === undefined) return false
      await server.gateway.payOnPage(page)
      // What is shown while a card changes, or while its first charge is tried, is refused afterwards.
      await eventually(async () => Object.values(await reader.readChange(id))).not.toContain('waiting')
      return true
    }
    case 'refund':
    case 'dashboard':
      return giveBack(world, reader, act)
    case 'request_anonymization':
      break
  }
  person.isAnonymizationPending = isDone(await reader.requestAnonymization())
  return person.isAnonymizationPending
}

const isDone = ({ statusCode }: LightMyRequestResponse) => statusCode < 300

async function mapInSequence<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await act(item))
  return results
}

/** The printed daily is delivered to an address. */
export const orderOf = (product: string) => ({
  product,
  ...(product.includes('print') && { address: printAddress }),
})
const printAddress = {
  type: 'print',
  name: 'Jana',
  surname: 'Nováková',
  number: '5',
  city: 'Trnava',
  zip: '917 01',
  country: 'SK',
}

/** A company gives one of its seats to a new reader, who takes it. */
async function giveSeat({ server }: MoneyWorld, { browser, own, get }: MoneyReader): Promise<boolean> {
  const [company] = (await get<{ items: SharedSubscription[] }>('companies')).items
  if (!company) return false
  const json = { email: `${crypto.randomUUID()}@firma.example` }
  const added = await browser.post(`${own}/companies/${company.subscription_id}/accesses`, { json })
  if (!isDone(added)) return false
  const taker = await server.signIn()
  const code = codeOf(added.json<{ results: AddedAccess[] }>().results[0]?.access)
  return isDone(await taker.browser.post(`${taker.own}/family-requests/${code}/activation`))
}

/** Orders, and pays on the gateway's page, or has the bank told. */
async function placeAndPay(
  world: MoneyWorld,
  { reader }: Person,
  json: object,
  payment: Payment,
): Promise<Order | undefined> {
  const answer = await reader.order({ ...json, method: payment.method }, crypto.randomUUID())
  if (answer.statusCode !== 201) return undefined
  const order = answer.json<Order>()
  if ('shared' in json)
    expect(json.shared, 'the order costs what was offered').toMatchObject({ price: order.price })
  if (order.redirect_url !== undefined && payment.method === 'card') {
    // The answer to a card whose answers get lost, too.
    await world.server.gateway.payOnPage(order.redirect_url, payment.card).catch(() => undefined)
    return reader.readOrder(order.id)
  }
  if (order.transfer && payment.method === 'bank_transfer') {
    world.send({ symbol: order.transfer.variable_symbol, cents: order.price.amount, ...payment })
  }
  return order
}

/** Buys a package first, then renews it when that is offered, else adds seats. */
async function forCompany(world: MoneyWorld, person: Person, payment: Payment): Promise<boolean> {
  const { reader } = person
  const own = (await reader.get<{ items: SharedSubscription[] }>('companies')).items[0]
  if (!own) {
    const json = { product: 'company_5', address: companyAddress }
    return (await placeAndPay(world, person, json, payment)) !== undefined
  }
  const { more, renewal } = await reader.get<{ more: SeatOffer[]; renewal: SeatOffer[] }>(
    `companies/${own.subscription_id}/offers`,
  )
  const offer = renewal[0] ?? more[0]
  if (!offer) return false
  const act = renewal[0] ? 'renew' : 'add_seats'
  const shared = { subscription_id: own.subscription_id, act, price: offer.price }
  return (await placeAndPay(world, person, { product: offer.product.code, shared }, payment)) !== undefined
}

/** Gives back a part of one of the last payments: staff here, or in the gateway's dashboard. */
async function giveBack(
  { server }: MoneyWorld,
  reader: MoneyReader,
  act: Extract<MoneyAct, { percent: number }>,
): Promise<boolean> {
  const payment = (await reader.payments())
    .filter(each => each.state === 'paid' && each.purpose !== 'verification')
    .at(-1 - act.nth)
  if (!payment) return false
  const amountCents = Math.ceil(((payment.amountCents - payment.refundedCents) * act.percent) / 100)
  if (act.kind === 'refund') {
    await makeRefund(server.money, payment.id, { amountCents, access: act.access })
    return true
  }
  if (payment.chargeReference === null) return false
  const key = `dashboard/${payment.id}/${payment.refundedCents}`
  await server.gateway.gateway.refund({ key, reference: payment.chargeReference, amountCents })
  return true
}

/** Waits until all jobs are done. */
export async function drainJobs({ deps }: MoneyApp): Promise<void> {
  const jobs = sql`pgboss.job where state in ('created', 'active', 'retry')`
  if ((await deps.db.$count(jobs)) > 0) await eventually(() => deps.db.$count(jobs)).toBe(0)
}

/** Gives the codes of gifts that were mailed, each once. */
export function giftsInMails(server: MoneyApp): MoneyWorld['nextGift'] {
  const tried = new Set<string>()
  return async () => {
    await drainJobs(server)
    const mailed = server.mailbox.mails.flatMap(
      ({ text }) => /\/login\/gift\/([A-Z0-9-]+)/.exec(text)?.[1] ?? [],
    )
    const [code] = mailed.filter(each => !tried.has(each)).toSorted()
    if (code !== undefined) tried.add(code)
    return code
  }
}
