import { and, asc, eq, inArray, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { eachAlone, type Page } from '#server/platform/jobs/each-alone.ts'
import { openStates } from './payment-state.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { refreshPayment } from './refresh-payment.ts'
import { isUnsent, sendRefunds } from './refunds/send-refunds.ts'
import { payments, refunds } from './tables.ts'

/** How long after the last question the scheduled job asks. */
const quietS = 20

/**
 * Reconciliation: asks about open payments whose webhook was lost, or whose worker died. Charges of renewals have their own
 * job; a page on which a reader pays one is asked about here.
 */
export const sweepPayments = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> => {
  const hasNoJob = or(
    ne(payments.purpose, 'renewal'),
    eq(payments.state, 'created'),
    isNotNull(payments.checkoutReference),
  )
  const open = and(inArray(payments.state, [...openStates]), hasNoJob)
  return eachAlone(deps, signal, {
    name: 'sweep-payments',
    find: page => findQuiet(deps, open, page),
    act: ({ id }) => refreshPayment(deps, id, { quietMs: quietS * 1000 }),
  })
}

/** Sends refunds to cards whose job was lost, or that the gateway did not take yet. */
export const sendLostRefunds = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> => {
  const { db } = deps
  const kept = and(eq(payments.state, 'paid'), eq(payments.purpose, 'verification'))
  // Each found by its own index; asked for by "or", all payments are gone through.
  const unsent = unionAll(
    db.select({ id: payments.id }).from(payments).where(kept),
    db.select({ id: refunds.paymentId }).from(refunds).where(isUnsent),
  )
  return eachAlone(deps, signal, {
    name: 'send-refunds',
    find: page => findQuiet(deps, inArray(payments.id, unsent), page),
    act: async ({ id }) => {
      await db.update(payments).set({ askedAt: deps.clock.now() }).where(eq(payments.id, id))
      await sendRefunds(deps, id)
    },
  })
}

/** Payments whose last question is a while ago. */
const findQuiet = ({ db, clock }: PaymentsDeps, which: SQL | undefined, page: Page) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        isNotNull(payments.gatewayKey),
        which,
        lte(
          sql`coalesce(${payments.askedAt}, ${payments.at})`,
          clock.now().subtract({ seconds: quietS }).toString(),
        ),
        page.isNext(payments.id),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(page.limit)
