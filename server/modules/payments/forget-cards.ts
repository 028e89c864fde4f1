import { and, asc, eq, inArray, notExists } from 'drizzle-orm'
import { eachAlone, type Page } from '#server/platform/jobs/each-alone.ts'
import { openStates } from './payment-state.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { cards, payments } from './tables.ts'

type ForgettingDeps = Pick<PaymentsDeps, 'db' | 'clock' | 'gateway' | 'log'>

const erased = 'erased'

/**
 * Has the gateway delete the cards of erased readers, then erases their tokens. A card with an unsettled charge waits,
 * since the charge is found by its token. Safe to run concurrently.
 */
export const forgetCards = (deps: ForgettingDeps, signal?: AbortSignal): Promise<number> =>
  eachAlone(deps, signal, {
    name: 'forget-cards',
    find: page => findCards(deps, page),
    act: async ({ id, gatewayToken }) => {
      await deps.gateway.forgetCard(gatewayToken)
      await deps.db.update(cards).set({ gatewayToken: erased, toForget: false }).where(eq(cards.id, id))
    },
  })

function findCards({ db }: ForgettingDeps, page: Page) {
  const unsettled = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.cardId, cards.id), inArray(payments.state, [...openStates])))
  return db
    .select({ id: cards.id, gatewayToken: cards.gatewayToken })
    .from(cards)
    .where(and(eq(cards.toForget, true), notExists(unsettled), page.isNext(cards.id)))
    .orderBy(asc(cards.id))
    .limit(page.limit)
}
