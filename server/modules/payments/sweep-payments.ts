import { and, eq, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { GatewayUnavailable } from '#server/gateways/payments/port.ts'
import { openStates } from './payment-state.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { refreshPayment } from './refresh-payment.ts'
import { refundPayment } from './refund-payment.ts'
import { payments } from './tables.ts'

/** How long nobody has asked about a payment before the clock does. */
const quietS = 20
const batch = 50

/**
 * Looks after payments of which no message came, or whose worker died: open ones are asked about, verifications that
 * were not given back are given back. Renewals are looked after by their own run.
 */
export async function sweepPayments(deps: PaymentsDeps): Promise<void> {
  const open = and(inArray(payments.state, [...openStates]), ne(payments.purpose, 'renewal'))
  for (const id of await findQuiet(deps, open)) await refreshPayment(deps, id, { quietMs: quietS * 1000 })

  const kept = and(eq(payments.state, 'paid'), eq(payments.purpose, 'verification'))
  for (const id of await findQuiet(deps, kept)) {
    await deps.db.update(payments).set({ askedAt: deps.clock.now() }).where(eq(payments.id, id))
    await refundPayment(deps, id).catch((error: unknown) => {
      if (!(error instanceof GatewayUnavailable)) throw error
    })
  }
}

/** Those about which nobody has asked for a while, longest first. */
async function findQuiet({ db, clock }: PaymentsDeps, which: SQL | undefined): Promise<number[]> {
  const lastAsked = sql`coalesce(${payments.askedAt}, ${payments.at})`
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        isNotNull(payments.gatewayKey),
        which,
        lte(lastAsked, clock.now().subtract({ seconds: quietS }).toString()),
      ),
    )
    .orderBy(lastAsked)
    .limit(batch)
  return rows.map(row => row.id)
}
