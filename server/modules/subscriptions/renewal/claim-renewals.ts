import { eq, type SQL, sql } from 'drizzle-orm'
import { createRenewalPayments, type PaymentsDeps } from '#server/modules/payments/index.ts'
import { readInstallationId } from '#server/platform/installation/installation.ts'
import { noteFailure } from '#server/platform/jobs/failed-items.ts'
import { recurringProfiles } from '../tables.ts'
import { chargeKey } from './charge-key.ts'
import { postponePaid } from './postpone-paid.ts'
import { holdWhenMissed } from './renewal-hold.ts'
import { priceOfRenewal } from './renewal-price.ts'
import { stopBarred } from './stop-barred.ts'
import { chargeTask, findDueRenewals } from './store.ts'

/** Lease: how long a worker keeps what it claimed before another one takes over. */
const claimS = 20

/** A renewal with the payment by which it is charged. */
export type ClaimedRenewal = {
  renewalId: number
  paymentId: number
  /** The gateway has never been asked for it. */
  isFresh: boolean
}

/**
 * Claims due renewals for this worker (lease) and writes the payment of each with its idempotency key, before the
 * gateway is called; nothing while renewals are held. One whose next period is paid already is postponed instead, one whose reader is barred
 * stops. When
 * the batch fails, each is claimed alone, and those that fail are put off (backoff).
 *
 * @param limit batch size
 */
export async function claimRenewals(
  deps: Pick<PaymentsDeps, 'db' | 'clock' | 'log' | 'settings'>,
  limit: number,
): Promise<ClaimedRenewal[]> {
  try {
    return await claimTogether(deps, limit)
  } catch (error) {
    deps.log.warn({ err: error }, 'renewals are claimed one by one')
  }
  const due = await deps.db.transaction(tx => findDueRenewals(tx, deps.clock.now(), limit))
  const claimed: ClaimedRenewal[] = []
  for (const { renewal } of due) {
    try {
      claimed.push(...(await claimTogether(deps, 1, eq(recurringProfiles.id, renewal.id))))
    } catch (error) {
      await noteFailure(deps, { task: chargeTask, id: renewal.id }, error)
    }
  }
  return claimed
}

function claimTogether(
  deps: Pick<PaymentsDeps, 'db' | 'clock' | 'log' | 'settings'>,
  limit: number,
  which?: SQL,
): Promise<ClaimedRenewal[]> {
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    await holdWhenMissed(tx, deps)
    const due = await stopBarred(tx, await findDueRenewals(tx, now, limit, which))
    const fresh = await postponePaid(
      tx,
      due.filter(row => row.renewal.paymentId === null),
      now,
    )
    const asked = due.filter(row => row.renewal.paymentId !== null)
    if (fresh.length + asked.length === 0) return []
    const installationId = await readInstallationId(tx)
    const created = await createRenewalPayments(
      tx,
      fresh.map(({ renewal, subscription, nextProduct }) => ({
        userId: subscription.userId,
        productCode: nextProduct.code,
        amountCents: priceOfRenewal({ renewal, subscription }),
        cardId: renewal.cardId,
        gatewayKey: chargeKey(installationId, { renewal, subscription }),
        at: now,
      })),
    )
    const claimed = [
      ...fresh.map(({ renewal }, index) => ({
        renewalId: renewal.id,
        paymentId: created[index] ?? 0,
        isFresh: true,
      })),
      ...asked.map(({ renewal }) => ({
        renewalId: renewal.id,
        paymentId: renewal.paymentId ?? 0,
        isFresh: false,
      })),
    ]
    const until = now.add({ seconds: claimS }).toString()
    const pairs = sql.join(
      claimed.map(
        ({ renewalId, paymentId, isFresh }) =>
          sql`(${renewalId}::int, ${paymentId}::int, ${isFresh ? 1 : 0}::int)`,
      ),
      sql`, `,
    )
    await tx.execute(sql`
      update ${recurringProfiles} set payment_id = taken.payment_id, claimed_until = ${until}::timestamptz,
        attempts = attempts + taken.fresh
      from (values ${pairs}) as taken (id, payment_id, fresh) where ${recurringProfiles.id} = taken.id`)
    return claimed
  })
}
