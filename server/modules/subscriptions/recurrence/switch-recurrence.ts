import { eq, sql } from 'drizzle-orm'
import type { SurveyAnswers } from '#contract/recurrence/recurrence.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { withdrawMails } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { orderWaits } from '../purchase-plan.ts'
import { findBarred } from '../renewal/bar-store.ts'
import { type CarriedRenewal, carryRenewal, findCarriedRenewal } from '../renewal/carried-renewal.ts'
import { chargeTime, newTerms } from '../renewal/plan-renewal.ts'
import { mailAbout, renewalTopic } from '../renewal/renewal-mail.ts'
import { findLiveRenewal, findOpenPage, namedAsPaid, type RenewalRow } from '../renewal/store.ts'
import { findOwnSubscription } from '../store.ts'
import { recurringProfiles, stopSurveys } from '../tables.ts'
import { isPaused } from './pause-rules.ts'
import { isTooLateToStop, stopUntil } from './stop-time.ts'
import { readAnswers } from './surveys.ts'

type SwitchDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>
type Wanted = { enabled: true } | { enabled: false; survey?: SurveyAnswers | undefined }

/**
 * Turns the renewal of a subscription on or off (R1.02). Idempotent. Off, it runs to the end of its period and ends
 * (R4.08). Turned on, it is charged at the end of the last paid period, so paid time is not charged again (R11.01). Staff
 * may turn it off however near the payment, and turn on what the publisher stopped. While a payment of the reader's is
 * disputed, or the reader is banned, nobody turns one on: it would not be charged (R11.12).
 *
 * @param wanted.survey what the reader says about it, when turning it off (R4.07)
 * @throws AppError `subscription_not_found`; `recurrence_no_payment`, `recurrence_not_recurrent` when there is nothing
 *   to switch (R4.09); `recurrence_ended`, `recurrence_failed` when there is nothing left to renew; `recurrence_barred` when
 *   its reader is charged nothing; `user_anonymization_pending`; `recurrence_too_late` when it is turned off less than 48 hours before the payment
 *   (R9.05), or while one that failed is tried again; `invalid_input` for answers to questions that were not asked
 */
export async function switchRecurrence(
  deps: SwitchDeps,
  requester: Requester,
  subscriptionId: number,
  wanted: Wanted,
): Promise<void> {
  const { userId } = requester
  await deps.db.transaction(async tx => {
    const reader = await lockReader(tx, userId)
    const carried = await findCarriedRenewal(tx, subscriptionId, { userId, now: deps.clock.now() })
    if (!carried) throw await refusalFor(tx, requester, subscriptionId)
    // Race: the wish stops what renews, so nothing is turned on behind it.
    if (wanted.enabled && reader?.anonymizationRequestedAt) throw new AppError('user_anonymization_pending')
    if (wanted.enabled) await turnOn(tx, deps, requester, carried)
    else await turnOff(tx, deps, requester, carried, wanted.survey)
  })
}

async function turnOn(
  tx: Tx,
  deps: SwitchDeps,
  requester: Requester,
  carried: CarriedRenewal,
): Promise<void> {
  const { row, behind } = carried
  const { renewal } = row
  const now = deps.clock.now()
  const paidUntil = (behind ?? row.subscription).endsAt
  if (renewal.state === 'active') return
  // A dispute and a ban are noted under the reader's lock, which is held here.
  if ((await findBarred(tx, [requester.userId])).size > 0) throw new AppError('recurrence_barred')
  requireStartable(carried, requester, paidUntil, now)
  if (behind) await carryRenewal(tx, renewal, behind)
  const page = await findOpenPage(tx, renewal)
  const [{ chargeAt } = renewal] = await tx
    .update(recurringProfiles)
    .set({
      state: 'active',
      stoppedAt: null,
      // The price that the page showed.
      ...newTerms(recurringProfiles.nextProductCode),
      // In the last two days of a period its payment is due at once.
      chargeAt: sql`greatest(${recurringProfiles.chargeAt}, ${now.toString()}::timestamptz)`,
      // Lease: its reader may still pay on the gateway's page, which is open no longer than that.
      ...(page?.checkoutReference != null && { claimedUntil: now.add(orderWaits.card) }),
    })
    .where(eq(recurringProfiles.id, renewal.id))
    .returning({ chargeAt: recurringProfiles.chargeAt })
  await withdrawMails(tx, renewalTopic(row.subscription.id))
  const started = (await findLiveRenewal(tx, (behind ?? row.subscription).id, requester.userId)) ?? row
  const last = stopUntil({ ...renewal, chargeAt })
  await mailAbout(tx, deps, started, 'recurrence_started', {
    day: chargeAt,
    paid_until: paidUntil.subtract({ milliseconds: 1 }),
    isPaid: behind ? 'yes' : 'no',
    stop_until: last,
    canStop: Temporal.Instant.compare(now, last) <= 0 ? 'yes' : 'no',
  })
  await note(tx, deps, requester, started, 'recurrence_started')
}

/** Refuses a renewal that is impossible, with the reason (R4.09). */
function requireStartable(
  {
    row: {
      renewal: { cardId, state },
    },
    behind,
  }: CarriedRenewal,
  { by }: Requester,
  paidUntil: Temporal.Instant,
  now: Temporal.Instant,
): void {
  // A renewal by SMS or Google is turned on there; one that the publisher stopped stays stopped for the reader.
  if (cardId === null || (state === 'admin_stop' && by !== 'staff'))
    throw new AppError('recurrence_not_recurrent')
  // The period that its renewal opened was refunded: a plan renews once, so there is none left.
  if (behind?.renewal) throw new AppError('recurrence_not_recurrent')
  if (Temporal.Instant.compare(now, paidUntil) >= 0) throw new AppError('recurrence_ended')
  if (state === 'system_stop') throw new AppError('recurrence_failed')
}

async function turnOff(
  tx: Tx,
  deps: SwitchDeps,
  requester: Requester,
  { row, behind }: CarriedRenewal,
  survey: SurveyAnswers | undefined,
): Promise<void> {
  const { renewal, subscription } = row
  if (renewal.state !== 'active') return
  const now = deps.clock.now()
  const chargeAt = behind ? chargeTime(behind.endsAt) : renewal.chargeAt
  if (requester.by !== 'staff' && isTooLateToStop({ ...renewal, chargeAt }, now))
    throw new AppError('recurrence_too_late')
  const isOver = Temporal.Instant.compare(now, subscription.endsAt) >= 0
  const paidUntil = (behind ?? subscription).endsAt
  if (survey) {
    const answers = readAnswers(deps.settings, survey.survey_id, survey.answers)
    if (!answers) throw new AppError({ key: 'invalid_input', field: 'survey' })
    const { survey_id: surveyId, feedback } = survey
    await tx
      .insert(stopSurveys)
      .values({ subscriptionId: subscription.id, surveyId, answers, feedback: feedback || null, at: now })
  }
  await tx
    .update(recurringProfiles)
    .set({
      state: 'user_stop',
      stoppedAt: now,
      // A pause that has not begun is cancelled with it.
      ...(isPaused(renewal) && !isOver
        ? { pausedUntil: null, chargeAt: chargeTime(subscription.endsAt) }
        : {}),
    })
    .where(eq(recurringProfiles.id, renewal.id))
  // A cancelled payment needs no reminder.
  await withdrawMails(tx, renewalTopic(subscription.id))
  const named = await namedAsPaid(tx, row, behind?.product.code ?? subscription.productCode)
  await mailAbout(tx, deps, named, 'recurrence_stopped', {
    // Until then it can be turned on again (decision 038).
    until: paidUntil.subtract({ milliseconds: 1 }),
    isOver: isOver ? 'yes' : 'no',
  })
  await note(tx, deps, requester, row, 'recurrence_stopped')
}

const note = (
  tx: Tx,
  deps: SwitchDeps,
  requester: Requester,
  { subscription }: RenewalRow,
  kind: 'recurrence_started' | 'recurrence_stopped',
) => recordActivity(tx, deps, { ...requester, kind, details: { product: subscription.productCode } })

/** Reason why a subscription has no renewal. */
export async function refusalFor(tx: Tx, { userId }: Requester, subscriptionId: number): Promise<AppError> {
  const own = await findOwnSubscription(tx, userId, subscriptionId)
  if (!own) return new AppError('subscription_not_found')
  const isPaid = own.method !== null && own.method !== 'none'
  return new AppError(isPaid ? 'recurrence_not_recurrent' : 'recurrence_no_payment')
}
