import fc from 'fast-check'
import type { Order } from '#contract/orders/orders.ts'
import type { CardChange } from '#contract/payment-cards/payment-cards.ts'
import type { OpenContract } from '#contract/withdrawals/withdrawals.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import { followDispute } from '#server/modules/payments/disputes/follow-dispute.ts'
import { requestRefund } from '#server/modules/payments/index.ts'
import { remindOfPayments, requireUncredited } from '#server/modules/subscriptions/index.ts'
import { makeCoupon } from '../make/coupon.ts'
import type { MoneyReader } from '../setup/money-app.ts'
import { sold } from './acts-in-turn.ts'
import { type MoneyWorld, orderOf } from './money-acts.ts'
import { payOnPage } from './renewal-acts.ts'

/** A purchase at the price shown. */
export const purchase = fc.record({
  kind: fc.constantFrom('card' as const, 'transfer' as const),
  product: fc.constantFrom(...sold),
})

const onPayments = ['needs_response', 'won', 'lost', 'dashboard', 'end', 'shorten', 'keep'] as const
const onRenewals = ['stop', 'start', 'pause', 'resume', 'change', 'undo', 'offer', 'change_card'] as const

/** What a reader, staff, the bank, the gateway and the worker may do at the same moment. */
export const actAtOnce = fc.oneof(
  { weight: 1, arbitrary: purchase },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['code', 'take_gift', 'charge', 'remind', 'withdraw'] as const),
        ...onPayments,
        ...onRenewals,
      ),
    }),
  },
)
type ActAtOnce = typeof actAtOnce extends fc.Arbitrary<infer A> ? A : never

/** Does what was prepared: no more than a request, or a call of staff, the bank or the worker. */
type Act = () => Promise<unknown>

/** Prepares an act by what is shown now; undefined where it is not possible. */
export async function prepare(
  world: MoneyWorld,
  reader: MoneyReader,
  act: ActAtOnce,
): Promise<Act | undefined> {
  const { server } = world
  switch (act.kind) {
    case 'card':
    case 'transfer':
      return prepareOrder(world, reader, act)
    case 'code': {
      const { code } = await makeCoupon(server.deps)
      return () => reader.activate(code)
    }
    case 'take_gift': {
      const code = await world.nextGift()
      return code === undefined ? undefined : () => reader.activate(code)
    }
    case 'charge':
      return () => server.chargeDue()
    case 'remind':
      return () => remindOfPayments(server.deps)
    case 'withdraw': {
      const { open } = await reader.get<{ open: OpenContract[] }>('withdrawals')
      const last = open.at(-1)
      return last && (() => reader.withdraw(last.payment_id))
    }
    case 'needs_response':
    case 'won':
    case 'lost':
    case 'dashboard':
    case 'end':
    case 'shorten':
    case 'keep':
      return prepareOnPayment(world, reader, act.kind)
    case 'stop':
    case 'start':
    case 'pause':
    case 'resume':
    case 'change':
    case 'undo':
    case 'offer':
    case 'change_card':
      break
  }
  return prepareOnRenewal(world, reader, act.kind)
}

async function prepareOrder(
  { server }: MoneyWorld,
  reader: MoneyReader,
  { kind, product }: { kind: 'card' | 'transfer'; product: string },
): Promise<Act | undefined> {
  const method = kind === 'card' ? 'card' : 'bank_transfer'
  const answer = await reader.order({ ...orderOf(product), method })
  if (answer.statusCode !== 201) return undefined
  const { id, redirect_url: page, transfer, price } = answer.json<Order>()
  if (page === undefined) {
    const variableSymbol = transfer?.variable_symbol ?? ''
    return () => receiveTransfer(server.money, { variableSymbol, amountCents: price.amount })
  }
  // The gateway tells of it, and the reader comes back.
  return async () => {
    await payOnPage(server, page)
    return reader.readOrder(id)
  }
}

/** What the bank, the gateway or staff do to the last payment. */
async function prepareOnPayment(
  { server }: MoneyWorld,
  reader: MoneyReader,
  kind: (typeof onPayments)[number],
): Promise<Act | undefined> {
  const last = (await reader.payments()).findLast(
    each => each.state === 'paid' && each.purpose !== 'verification',
  )
  if (!last) return undefined
  const { id: paymentId, amountCents, chargeReference: charge } = last
  const leftCents = amountCents - last.refundedCents
  if (kind === 'end' || kind === 'shorten' || kind === 'keep') {
    const cents = Math.ceil(leftCents / (kind === 'shorten' ? 3 : 1))
    const asked = { paymentId, amountCents: cents, access: kind, check: requireUncredited } as const
    const said = { reason: 'Complaint', requestedBy: 'support', key: crypto.randomUUID() }
    return () =>
      server.deps.db.transaction(async tx => {
        await lockReader(tx, reader.id)
        return requestRefund(tx, server.money, { ...asked, ...said })
      })
  }
  if (charge === null) return undefined
  if (kind === 'dashboard') {
    const key = `dashboard/${paymentId}/${last.refundedCents}`
    return () => server.gateway.gateway.refund({ key, reference: charge, amountCents: leftCents })
  }
  const state = kind === 'won' || kind === 'lost' ? kind : 'needs_response'
  const id = `du_${paymentId}`
  return async () => {
    await server.gateway.dispute({ id, charge, amountCents, respondBy: null, state })
    await followDispute(server.money, id)
  }
}

async function prepareOnRenewal(
  { server }: MoneyWorld,
  reader: MoneyReader,
  kind: (typeof onRenewals)[number],
): Promise<Act | undefined> {
  const all = await reader.list()
  const id = (all.find(each => each.recurrence.state !== null) ?? all[0])?.id
  if (id === undefined) return undefined
  switch (kind) {
    case 'stop':
    case 'start':
      return () => reader.switchRecurrence(id, { enabled: kind === 'start' })
    case 'pause':
    case 'resume':
      return () => reader.pause(id, kind === 'pause' ? 1 : 0)
    case 'change': {
      const [change] = (await reader.listChanges(id)).items
      return change && (() => reader.change(id, change.code))
    }
    case 'offer': {
      const [offer] = await reader.listOffers(id)
      return offer && (() => reader.acceptOffer(id, offer.code))
    }
    case 'change_card': {
      const { redirect_url: page } = (await reader.changeCard(id)).json<Partial<CardChange>>()
      return page === undefined ? undefined : () => server.gateway.payOnPage(page)
    }
    case 'undo':
      break
  }
  return () => reader.undoChange(id)
}
