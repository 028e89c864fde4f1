import { and, eq, inArray, or } from 'drizzle-orm'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { barMoments } from './renewal/bar-store.ts'
import { renewalTopic } from './renewal/renewal-mail.ts'
import { findRunningRenewals, openPaymentsOf } from './renewal/store.ts'
import { recurringProfiles, subscriptions } from './tables.ts'

/**
 * Turns every renewal of a reader off, however near its payment: once anonymization is requested, nothing more is charged.
 * A charge under way at this moment (at the gateway) is waited for and settled as any other, and what follows it stops.
 * What a ban or a dispute has stopped is stopped by the reader from then on: it does not go on with their end. So is what its
 * reader pays on a page at this moment.
 *
 * @param tx transaction that has locked the reader, so that nothing is bought meanwhile
 * @param options.state who stops them: the reader, or the publisher
 * @param options.at when; now when not given
 * @returns how many there were
 */
export async function stopRenewals(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
  {
    state = 'user_stop',
    at = clock.now(),
  }: { state?: 'user_stop' | 'admin_stop'; at?: Temporal.Instant } = {},
): Promise<number> {
  const onPages = state === 'user_stop' ? await stopOnPages(tx, userId, at) : []
  // Read twice: the first waits for charges under way, the second sees what they opened.
  await findRunningRenewals(tx, userId)
  await findRunningRenewals(tx, userId)
  const own = tx.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId))
  const isRunning = eq(recurringProfiles.state, 'active')
  const isBarred = and(
    eq(recurringProfiles.state, 'admin_stop'),
    inArray(recurringProfiles.stoppedAt, barMoments(tx, userId)),
  )
  const stopped = await tx
    .update(recurringProfiles)
    .set({ state, stoppedAt: at })
    .where(
      and(
        inArray(recurringProfiles.subscriptionId, own),
        state === 'user_stop' ? or(isRunning, isBarred) : isRunning,
      ),
    )
    .returning({ subscriptionId: recurringProfiles.subscriptionId })
  for (const { subscriptionId } of [...onPages, ...stopped]) {
    await withdrawMails(tx, renewalTopic(subscriptionId))
  }
  return stopped.length
}

/**
 * What its reader pays on the gateway's page: whether that is paid or left, nothing follows. Race: this waits for a payment
 * that settles at this moment, so that what it opens is seen after it.
 */
const stopOnPages = (tx: Tx, userId: number, at: Temporal.Instant) =>
  tx
    .update(recurringProfiles)
    .set({ state: 'user_stop', stoppedAt: at })
    .where(
      and(
        eq(recurringProfiles.state, 'system_stop'),
        inArray(recurringProfiles.paymentId, openPaymentsOf(tx, userId)),
      ),
    )
    .returning({ subscriptionId: recurringProfiles.subscriptionId })
