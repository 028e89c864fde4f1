import { and, eq, type SQL } from 'drizzle-orm'
import { dayOf, timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { formatPlainDay } from '#server/platform/texts/format.ts'
import { findHoldings } from '../holdings.ts'
import { contains } from '../paid-periods.ts'
import { isPaused, pauseNotice } from '../recurrence/pause-rules.ts'
import { stopNotice } from '../recurrence/stop-time.ts'
import { recurringProfiles } from '../tables.ts'
import { forgoneAt } from './awaits-confirmation.ts'
import { asCharged } from './carried-renewal.ts'
import {
  findToTell,
  hasExpiringCard,
  isChargedNothing,
  isConfirmationLapsing,
  isPauseEnding,
  isRunning,
  isToBeReminded,
  lockToTell,
} from './notice-store.ts'
import { mailAbout } from './renewal-mail.ts'
import { findOpenPage, type RenewalRow } from './store.ts'

type RemindDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log' | 'settings'>

/** How long before the payment for a year its reader is told of it. */
const remindNotice = { hours: 24 * 14 }
/** How long before a card expires its reader is told, when the next payment comes after that. */
const expiryDays = 30
/** How long before it is too late to confirm a payment its reader is reminded. */
const lapseDays = 7

/**
 * Reminds readers of the coming yearly payment, once. The plan is locked meanwhile, so a reader who has just turned the
 * renewal off gets no reminder.
 */
export function remindOfPayments(deps: RemindDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const until = now.add(remindNotice)
  const which = and(isRunning(now), isToBeReminded(until))
  return tellEach(deps, { name: 'remind-of-payments', which }, signal, async (tx, row) => {
    const charged = await asAnnounced(tx, row, now)
    if (!charged || Temporal.Instant.compare(charged.renewal.chargeAt, until) > 0) return
    const day = charged.renewal.chargeAt
    await mailAbout(tx, deps, charged, 'renewal_ahead', { day, stop_until: day.subtract(stopNotice) })
    await mark(tx, row.renewal.id, { remindedAt: now })
  })
}

/** Tells readers a week before that their paused renewal goes on, once, as remindOfPayments does (R11.03). */
export function remindOfPauses(deps: RemindDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const until = now.toZonedDateTimeISO(timeZone).add(pauseNotice).toInstant()
  const which = and(isRunning(now), isPauseEnding(until))
  return tellEach(deps, { name: 'remind-of-pauses', which }, signal, async (tx, row) => {
    const charged = await asAnnounced(tx, row, now)
    if (!charged?.renewal.pausedUntil) return
    const { renewal } = charged
    await mailAbout(tx, deps, charged, 'pause_ending', {
      day: renewal.chargeAt,
      stop_until: renewal.chargeAt.subtract(stopNotice),
    })
    await mark(tx, renewal.id, { remindedAt: now })
  })
}

/**
 * Reminds readers a week before it is too late to confirm a payment that the bank wants confirmed, once, as
 * remindOfPayments does (R11.12); not who pays on the gateway's page at this moment, or has bought the same since.
 */
export function remindOfConfirmations(deps: RemindDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const which = isConfirmationLapsing(now, now.add({ hours: lapseDays * 24 }))
  return tellEach(deps, { name: 'remind-of-confirmations', which }, signal, async (tx, row) => {
    const { renewal, reader, nextProduct } = row
    const held = await findHoldings(tx, [reader.id], now)
    if (held.some(each => contains(each, nextProduct)) || (await findOpenPage(tx, renewal))) return
    // The last whole day.
    await mailAbout(tx, deps, row, 'confirmation_lapsing', { until: forgoneAt(row).subtract({ hours: 24 }) })
    await mark(tx, renewal.id, { remindedAt: now })
  })
}

/** Warns readers of a card that expires before the next payment, once, as remindOfPayments does. */
export function warnOfCards(deps: RemindDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const which = and(isRunning(now), hasExpiringCard(now, dayOf(now).add({ days: expiryDays })))
  return tellEach(deps, { name: 'warn-of-cards', which }, signal, async (tx, row) => {
    const charged = await asAnnounced(tx, row, now)
    if (!charged || charged.card === null) return
    const { renewal, card, subscription, reader } = charged
    await mailAbout(tx, deps, charged, 'card_expiring', {
      valid: formatPlainDay(reader.locale, Temporal.PlainDate.from(card.validUntil)),
      day: renewal.chargeAt,
      until: subscription.endsAt.subtract({ milliseconds: 1 }),
      isPaused: isPaused(renewal) ? 'yes' : 'no',
    })
    await mark(tx, renewal.id, { cardWarnedAt: now })
  })
}

/** A renewal as it will be charged; undefined while its reader is charged nothing, or where another one decides for both. */
async function asAnnounced(tx: Tx, row: RenewalRow, now: Temporal.Instant): Promise<RenewalRow | undefined> {
  return (await isChargedNothing(tx, row)) ? undefined : asCharged(tx, row, now)
}

const tellEach = (
  deps: RemindDeps,
  { name, which }: { name: string; which: SQL | undefined },
  signal: AbortSignal | undefined,
  tell: (tx: Tx, row: RenewalRow) => Promise<void>,
): Promise<number> =>
  eachAlone(deps, signal, {
    name,
    find: page => findToTell(deps.db, which, page),
    act: ({ id }) =>
      deps.db.transaction(async tx => {
        const row = await lockToTell(tx, which, id)
        if (row) await tell(tx, row)
      }),
  })

const mark = (tx: Tx, id: number, columns: Partial<typeof recurringProfiles.$inferInsert>) =>
  tx.update(recurringProfiles).set(columns).where(eq(recurringProfiles.id, id))
