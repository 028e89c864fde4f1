import { machineClock } from '#server/platform/clock.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { declineOf } from './cards.ts'
import type { Store, StoredCharge } from './store.ts'

/**
 * Charges a card. Idempotent by the key: a retry gets the first result.
 *
 * @param request.day on which it happens in the demo's time, YYYY-MM-DD
 * @param request.withReader whether the reader is there to confirm it
 */
export function chargeCard(
  store: Store,
  request: {
    key: string
    amountCents: number
    cardToken: string
    day: string
    paysFor?: string | null
    withReader: boolean
  },
): { charge: StoredCharge; isNew: boolean } {
  const known = store.charges.find('key', request.key)
  if (known) return { charge: known, isNew: false }
  const card = store.cards.find('token', request.cardToken)
  const reason = card ? declineOf(card, request.day, request.withReader) : 'card_declined'
  const charge: StoredCharge = {
    id: `demo-charge-${randomToken(96)}`,
    key: request.key,
    amountCents: request.amountCents,
    refundedCents: 0,
    state: reason === undefined ? 'succeeded' : 'declined',
    reason: reason ?? null,
    cardToken: request.cardToken,
    paysFor: request.paysFor ?? null,
    takenAt: machineClock.now().toString(),
  }
  store.charges.put(charge)
  return { charge, isNew: true }
}

/** Begins the key of a refund that nobody asked for by the API. */
export const madeThere = 'demo-refund-'

/** The publisher's key of a charge: of one on a page it is the page's. */
export const keyOfCharge = (store: Store, { id, key }: StoredCharge): string =>
  store.checkouts.find('chargeId', id)?.key ?? key

/**
 * Refunds a charge. Idempotent by the key.
 *
 * @throws RangeError when there is no such charge, or more is asked for than was taken and not lost in a dispute
 */
export function refundCharge(
  store: Store,
  request: { key: string; chargeId: string; amountCents: number },
): StoredCharge {
  const charge = store.charges.find('id', request.chargeId)
  if (charge === undefined || charge.state !== 'succeeded') throw new RangeError('no such charge')
  if (store.refunds.find('key', request.key)) return charge
  const refundedCents = charge.refundedCents + request.amountCents
  const lost = store.disputes.findAll('chargeId', charge.id).filter(each => each.state === 'lost')
  const lostCents = lost.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (refundedCents + lostCents > charge.amountCents) throw new RangeError('more than was taken')
  store.refunds.put({ ...request, state: 'succeeded' })
  const refunded = { ...charge, refundedCents }
  store.charges.put(refunded)
  return refunded
}

/**
 * A refund that comes back from the bank, e.g. since the card's account is closed.
 *
 * @throws RangeError when there is no such refund
 */
export function failRefund(store: Store, key: string): void {
  const refund = store.refunds.find('key', key)
  const charge = refund && store.charges.find('id', refund.chargeId)
  if (!charge || refund.state === 'failed') throw new RangeError('no such refund')
  store.refunds.put({ ...refund, state: 'failed' })
  store.charges.put({ ...charge, refundedCents: charge.refundedCents - refund.amountCents })
}
