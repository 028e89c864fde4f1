import { and, countDistinct, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type Pauses, pauseMonths } from '#contract/recurrence/pause-recurrence.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { snapshot, type Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor, Requester } from '#server/platform/http/route.ts'
import {
  asCharged,
  type CarriedRenewal,
  findCarriedRenewal,
  supersedeRenewal,
} from '../renewal/carried-renewal.ts'
import { chargeTime } from '../renewal/plan-renewal.ts'
import { mailAbout, renewalTopic } from '../renewal/renewal-mail.ts'
import { priceDue } from '../renewal/renewal-price.ts'
import { namedAsPaid, type RenewalRow } from '../renewal/store.ts'
import { findOwnSubscription } from '../store.ts'
import { recurringProfiles, subscriptions } from '../tables.ts'
import { isPaused, pauseEnd, pauseObstacle, pauseReminder, yearBefore } from './pause-rules.ts'
import { stopUntil } from './stop-time.ts'

type PauseDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>

/**
 * Until when the renewal of a subscription can be paused, with the price that is charged then (R11.03).
 *
 * @throws AppError `subscription_not_found`
 */
export const listPauses = (deps: PauseDeps, { userId }: Actor, subscriptionId: number): Promise<Pauses> =>
  deps.db.transaction(async tx => {
    const of = { userId, now: deps.clock.now() }
    if (!(await findOwnSubscription(tx, userId, subscriptionId))) throw new AppError('subscription_not_found')
    const carried = await findCarriedRenewal(tx, subscriptionId, of, 'unlocked')
    if (!carried) return { obstacle: 'pause_not_possible', from: null, items: [] }
    const { from, obstacle } = await judge(tx, deps, carried)
    const price = (until: Temporal.Instant) => priceDue(carried.row.renewal, until)
    const items = pauseMonths.map(months => {
      const until = pauseEnd(from, months)
      return {
        months,
        until: until.toString(),
        price: { amount: price(until), currency: 'EUR' as const },
        reminder_at: pauseReminder(until).toString(),
      }
    })
    return { obstacle, from: from.toString(), items: obstacle === null ? items : [] }
  }, snapshot)

/**
 * Pauses a renewal from the end of what is paid: it is charged when the pause ends, at the price that its reader was
 * told (R11.03). Idempotent for the same length.
 *
 * @param wanted.months calendar months
 * @param wanted.from the end of what is paid, as the reader was shown it; any for staff
 * @throws AppError `subscription_not_found`, `pause_not_possible`, `pause_used_up`, `pause_too_late`
 */
export const pauseRecurrence = (
  deps: PauseDeps,
  requester: Requester,
  subscriptionId: number,
  { months, from: shown }: { months: (typeof pauseMonths)[number]; from?: Temporal.Instant },
): Promise<void> =>
  withRenewal(deps, requester, subscriptionId, async (tx, carried) => {
    if (!carried) throw new AppError('pause_not_possible')
    const { row } = carried
    const { from, begun, obstacle } = await judge(tx, deps, carried)
    const until = pauseEnd(from, months)
    if (row.renewal.pausedUntil?.equals(until) && isPaused(row.renewal)) return
    if (obstacle) throw new AppError(obstacle)
    // Charged in between: a pause of the period after that is not what its reader was shown.
    if (shown && !shown.equals(from)) throw new AppError('pause_too_late')
    const paused = await tx
      .update(recurringProfiles)
      .set({ pausedUntil: until, chargeAt: until, remindedAt: null, cardWarnedAt: null })
      .where(
        and(
          eq(recurringProfiles.id, row.renewal.id),
          eq(recurringProfiles.state, 'active'),
          isNull(recurringProfiles.pausedUntil),
          isNull(recurringProfiles.paymentId),
          sql`(${begun}) < ${deps.settings.pausesAYear}`,
        ),
      )
      .returning({ id: recurringProfiles.id })
    if (paused.length === 0) throw new AppError('pause_too_late')
    await withdrawMails(tx, renewalTopic(row.subscription.id))
    const price = { ...row, renewal: { ...row.renewal, pausedUntil: until } }
    const paidUntil = from.subtract({ milliseconds: 1 })
    const named = await namedAsPaid(tx, price, row.subscription.productCode)
    await mailAbout(tx, deps, named, 'recurrence_paused', { from, until, paid_until: paidUntil })
    await note(tx, deps, requester, row, 'recurrence_paused')
  })

/**
 * Ends a pause. One that has not begun is cancelled, as if there had been none; one that runs ends by a charge at once.
 * Idempotent: where nothing is paused, nothing happens.
 *
 * @throws AppError `subscription_not_found`
 */
export const resumeRecurrence = (
  deps: PauseDeps,
  requester: Requester,
  subscriptionId: number,
): Promise<void> =>
  withRenewal(deps, requester, subscriptionId, async (tx, carried) => {
    const row = carried?.row
    if (!row || row.renewal.state !== 'active' || row.renewal.paymentId !== null) return
    if (!isPaused(row.renewal)) return
    const now = deps.clock.now()
    const { endsAt } = row.subscription
    const isAhead = Temporal.Instant.compare(now, endsAt) < 0
    const planned = chargeTime(endsAt)
    const chargeAt = isAhead && Temporal.Instant.compare(now, planned) < 0 ? planned : now
    const price = {
      ...row,
      renewal: { ...row.renewal, pausedUntil: isAhead ? null : row.renewal.pausedUntil },
    }
    await tx
      .update(recurringProfiles)
      .set({ chargeAt, pausedUntil: price.renewal.pausedUntil, remindedAt: null })
      .where(
        and(
          eq(recurringProfiles.id, row.renewal.id),
          eq(recurringProfiles.state, 'active'),
          eq(recurringProfiles.chargeAt, recurringProfiles.pausedUntil),
        ),
      )
    await withdrawMails(tx, renewalTopic(row.subscription.id))
    const resumed = { ...price, renewal: { ...price.renewal, chargeAt } }
    const charged = await asCharged(tx, resumed, now)
    if (charged) {
      const isLater = isAhead || charged.subscription.id !== row.subscription.id
      const day = charged.renewal.chargeAt
      await mailAbout(tx, deps, charged, 'recurrence_resumed', { day, isAhead: isLater ? 'yes' : 'no' })
    } else await supersedeRenewal(tx, row.renewal, now)
    await note(tx, deps, requester, row, 'recurrence_resumed')
  })

/** Runs with the renewal that prolongs a subscription locked, and its reader, so that nothing is bought meanwhile. */
const withRenewal = <T>(
  { db, clock }: PauseDeps,
  { userId }: Requester,
  subscriptionId: number,
  act: (tx: Tx, carried: CarriedRenewal | undefined) => Promise<T>,
): Promise<T> =>
  db.transaction(async tx => {
    await lockReader(tx, userId)
    if (!(await findOwnSubscription(tx, userId, subscriptionId))) throw new AppError('subscription_not_found')
    return act(tx, await findCarriedRenewal(tx, subscriptionId, { userId, now: clock.now() }))
  })

async function judge(tx: Tx, { clock, settings }: PauseDeps, { row, behind }: CarriedRenewal) {
  const from = row.subscription.endsAt
  const begun = countBegun(tx, row.reader.id, yearBefore(from))
  const [counted] = await begun
  const obstacle = pauseObstacle(row, {
    now: clock.now(),
    stopUntil: stopUntil(row.renewal),
    isPaidAfter: behind !== undefined,
    begun: counted?.count ?? 0,
    allowed: settings.pausesAYear,
  })
  return { from, begun, obstacle }
}

/**
 * Pauses of a reader that began after a moment; one whose charge was tried several times is one. What was stopped before it
 * began, e.g. by a refund, does not count.
 */
const countBegun = (tx: Tx, userId: number, since: Temporal.Instant) =>
  tx
    .select({ count: countDistinct(subscriptions.id) })
    .from(recurringProfiles)
    .innerJoin(subscriptions, eq(subscriptions.id, recurringProfiles.subscriptionId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        gt(subscriptions.endsAt, since),
        isNotNull(recurringProfiles.pausedUntil),
        or(isNull(recurringProfiles.stoppedAt), gt(recurringProfiles.stoppedAt, subscriptions.endsAt)),
      ),
    )

const note = (
  tx: Tx,
  deps: PauseDeps,
  requester: Requester,
  { subscription }: RenewalRow,
  kind: 'recurrence_paused' | 'recurrence_resumed',
) => recordActivity(tx, deps, { ...requester, kind, details: { product: subscription.productCode } })
