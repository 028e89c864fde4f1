import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Pauses } from '#contract/recurrence/pause-recurrence.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { followDispute } from '#server/modules/payments/disputes/follow-dispute.ts'
import { requestRefund } from '#server/modules/payments/index.ts'
import { disputes } from '#server/modules/payments/tables.ts'
import { requireUncredited } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { TestCard } from '../doubles/demo-gateway.ts'
import { eventually, type MoneyApp, type MoneyReader } from '../setup/money-app.ts'

/** What becomes of renewals, and of the payments of one reader. */
export const renewalAct = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('stop' as const, 'start' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), nth: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('offer' as const, 'confirm' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('dispute' as const),
      becomes: fc.constantFrom('needs_response' as const, 'won' as const, 'lost' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pause' as const), months: fc.constantFrom(0, 1, 2, 3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      percent: fc.constantFrom(1, 33, 50, 100),
      nth: fc.nat(3),
      access: fc.constantFrom('end' as const, 'shorten' as const, 'keep' as const),
    }),
  },
)
export type RenewalAct = typeof renewalAct extends fc.Arbitrary<infer A> ? A : never

/** Does it to all that a reader has, and checks that it holds what it showed. */
export async function actOnRenewals(server: MoneyApp, reader: MoneyReader, each: RenewalAct): Promise<void> {
  switch (each.kind) {
    case 'stop':
    case 'start':
      for (const { id } of await reader.list()) {
        await reader.switchRecurrence(id, { enabled: each.kind === 'start' })
      }
      return
    case 'pause':
      return pause(reader, each.months)
    case 'offer':
      for (const { id } of await reader.list()) {
        const [offer] = await reader.listOffers(id)
        if (offer) await reader.acceptOffer(id, offer.code)
      }
      return
    case 'change':
      return change(reader, each.nth)
    case 'undo':
      return undo(reader)
    case 'confirm':
      return confirm(server, reader)
    case 'dispute':
      return dispute(server, reader, each.becomes)
    case 'refund':
      return refund(server, reader, each)
  }
}

/** Pauses what can be paused, or ends the pause of what is paused (0 months); what is shown then holds. */
async function pause(reader: MoneyReader, months: number): Promise<void> {
  for (const { id } of await reader.list()) {
    const { items } = await reader.get<Pauses>(`subscriptions/${id}/pause`)
    await reader.pause(id, months)
    const chosen = items.find(each => each.months === months)
    const shown = (await reader.list()).map(each => each.recurrence.next_payment?.at)
    if (chosen) expect(shown).toContain(chosen.until)
  }
}

/** Changes what can be changed; what is charged at once, or shown as the next payment then, is the price shown. */
async function change(reader: MoneyReader, nth: number): Promise<void> {
  for (const { id } of await reader.list()) {
    const { items } = await reader.listChanges(id)
    const chosen = items[nth % (items.length || 1)]
    if (!chosen) continue
    const before = await reader.payments()
    const answer = await reader.change(id, chosen.code)
    const keys = answer.statusCode === 201 ? [] : answer.json<{ errors: { key: string }[] }>().errors
    // Histories go on for decades, so that a card expires meanwhile, and some banks refuse a charge without the reader:
    // then nothing is charged, which a later law sees.
    if (['card_expired', 'card_authentication_required'].includes(keys[0]?.key ?? '')) return
    expect(keys).toEqual([])
    const taken = (await reader.payments()).slice(before.length).map(each => each.amountCents)
    expect(taken).toEqual(chosen.kind === 'at_once' ? [chosen.today.amount] : [])
    const { recurrence } = answer.json<Subscription>()
    expect(recurrence.next_payment).toMatchObject({
      at: chosen.next_payment.at,
      price: chosen.next_payment.price,
    })
    return
  }
}

/** Undoes a planned change, which several subscriptions show that share one renewal; none shows it then. */
async function undo(reader: MoneyReader): Promise<void> {
  const planned = async () => (await reader.list()).filter(each => each.recurrence.planned_change)
  const [first] = await planned()
  if (!first) return
  expect((await reader.undoChange(first.id)).statusCode).toBe(200)
  expect((await planned()).map(each => each.id)).not.toContain(first.id)
}

/** Pays on the gateway's page, and confirms what its bank wants confirmed. */
export async function payOnPage(
  { gateway }: Pick<MoneyApp, 'gateway'>,
  page: string,
  card: TestCard = 'succeeds',
): Promise<void> {
  await gateway.payOnPage(page, card)
  if (card === 'confirmed_always') await gateway.confirmOnPage(page, 'confirm')
}

/** Confirms what the bank wants confirmed: that payment opens the next period, and nothing else is charged. */
async function confirm(server: MoneyApp, reader: MoneyReader): Promise<void> {
  for (const { id, recurrence } of await reader.list()) {
    if (recurrence.reason !== 'awaits_confirmation') continue
    const answer = await reader.browser.post(`${reader.own}/subscriptions/${id}/payment-confirmation`)
    await payOnPage(server, answer.json<{ redirect_url: string }>().redirect_url, 'confirmed_always')
    const path = `subscriptions/${id}/payment-confirmation`
    await eventually(async () => (await reader.get<{ state: string }>(path)).state).toBe('paid')
  }
}

/** The owner of a card objects to the last payment by it, or the bank decides; while that is open nothing renews. */
async function dispute(
  server: MoneyApp,
  reader: MoneyReader,
  state: 'needs_response' | 'won' | 'lost',
): Promise<void> {
  const payment = (await reader.payments()).findLast(each => each.chargeReference !== null)
  if (!payment?.chargeReference) return
  const id = `du_${payment.id}`
  const about = { id, charge: payment.chargeReference, amountCents: payment.amountCents, respondBy: null }
  await server.gateway.dispute({ ...about, state })
  await followDispute(server.money, id)
  const [row] = await server.deps.db.select().from(disputes).where(eq(disputes.gatewayReference, id))
  if (row?.state !== 'needs_response') return
  expect((await reader.renewals()).filter(each => each.state === 'active')).toEqual([])
}

/** Gives back a part of one of the last payments, as staff would. */
async function refund(
  server: MoneyApp,
  reader: MoneyReader,
  { percent, nth, access }: { percent: number; nth: number; access: 'end' | 'shorten' | 'keep' },
): Promise<void> {
  const payment = (await reader.payments())
    .filter(each => each.state === 'paid')
    .at(access === 'keep' ? -1 : -1 - nth)
  if (!payment) return
  const amountCents = Math.ceil(((payment.amountCents - payment.refundedCents) * percent) / 100)
  const asked = { paymentId: payment.id, amountCents, access, check: requireUncredited } as const
  const said = { reason: 'Complaint', requestedBy: 'support', key: crypto.randomUUID() }
  await server.deps.db
    .transaction(tx => requestRefund(tx, server.money, { ...asked, ...said }))
    .catch((error: unknown) => {
      // What is credit towards a later purchase is not given back.
      if (!(error instanceof AppError)) throw error
    })
}
