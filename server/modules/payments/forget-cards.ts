import { and, asc, eq, gt, inArray, notExists } from 'drizzle-orm'
import { GatewayUnavailable } from '#server/gateways/payments/port.ts'
import { openStates } from './payment-state.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { cards, payments } from './tables.ts'

const erased = 'erased'

/**
 * Has the gateway forget the cards of erased readers, then erases the tokens by which they were named. A card whose
 * charge is not settled waits, since the charge is found by it. While the gateway does not answer, they all wait; one
 * that it refuses keeps none of the others waiting. Several processes may do it at once.
 */
export async function forgetCards(deps: Pick<PaymentsDeps, 'db' | 'gateway' | 'log'>): Promise<void> {
  const { db, gateway, log } = deps
  let last = 0
  for (;;) {
    const card = await findNext(deps, last)
    if (!card) return
    last = card.id
    try {
      await gateway.forgetCard(card.gatewayToken)
    } catch (error) {
      if (error instanceof GatewayUnavailable) {
        log.warn({ err: error, cardId: card.id }, 'gateway does not answer')
        return
      }
      log.error({ err: error, cardId: card.id }, 'card could not be forgotten')
      continue
    }
    await db.update(cards).set({ gatewayToken: erased, toForget: false }).where(eq(cards.id, card.id))
  }
}

async function findNext({ db }: Pick<PaymentsDeps, 'db'>, after: number) {
  const unsettled = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.cardId, cards.id), inArray(payments.state, [...openStates])))
  const [card] = await db
    .select({ id: cards.id, gatewayToken: cards.gatewayToken })
    .from(cards)
    .where(and(eq(cards.toForget, true), gt(cards.id, after), notExists(unsettled)))
    .orderBy(asc(cards.id))
    .limit(1)
  return card
}
