import { eq, type SQL } from 'drizzle-orm'
import { dayOf, timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatPlainDay } from '#server/platform/format.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { stopNotice } from '../recurrence/describe-recurrence.ts'
import { pauseNotice } from '../recurrence/pause-rules.ts'
import { recurringProfiles } from '../tables.ts'
import { mailAbout } from './renewal-mail.ts'
import {
  findToTell,
  hasExpiringCard,
  isPauseEnding,
  isToBeReminded,
  lockToTell,
  type RenewalRow,
} from './store.ts'

type RemindDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'log' | 'settings'>

/** How long before the payment for a year its reader is told of it. */
const aheadDays = 14
/** How long before a card expires its reader is told, when the next payment comes after that. */
const expiryDays = 30

/**
 * Reminds readers of the coming yearly payment, once. The plan is locked meanwhile, so a reader who has just turned the
 * renewal off gets no reminder.
 */
export function remindOfPayments(deps: RemindDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const which = isToBeReminded(now.add({ hours: aheadDays * 24 }))
  return tellEach(deps, { name: 'remind-of-payments', which, now }, signal, async (tx, row) => {
    const { renewal } = row
    await mailAbout(tx, deps, row, 'renewal_ahead', {
      day: renewal.chargeAt,
      stop_until: renewal.chargeAt.subtract(stopNotice),
    })
    await mark(tx, renewal.id, { remindedAt: now })
  })
}

/** Tells readers a week before that their paused renewal goes on, once, as remindOfPayments does (R11.03). */
export function remindOfPauses(deps: RemindDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const until = now.toZonedDateTimeISO(timeZone).add(pauseNotice).toInstant()
  const which = isPauseEnding(until)
  return tellEach(deps, { name: 'remind-of-pauses', which, now }, signal, async (tx, row) => {
    const { renewal } = row
    await mailAbout(tx, deps, row, 'pause_ending', {
      day: renewal.chargeAt,
      stop_until: renewal.chargeAt.subtract(stopNotice),
    })
    await mark(tx, renewal.id, { remindedAt: now })
  })
}

/** Warns readers of a card that expires before the next payment, once, as remindOfPayments does. */
export function warnOfCards(deps: RemindDeps, signal?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const which = hasExpiringCard(now, dayOf(now).add({ days: expiryDays }))
  return tellEach(deps, { name: 'warn-of-cards', which, now }, signal, async (tx, row) => {
    const { renewal, card, subscription, reader } = row
    if (card === null) return
    await mailAbout(tx, deps, row, 'card_expiring', {
      valid: formatPlainDay(reader.locale, Temporal.PlainDate.from(card.validUntil)),
      day: renewal.chargeAt,
      until: subscription.endsAt,
    })
    await mark(tx, renewal.id, { cardWarnedAt: now })
  })
}

const tellEach = (
  deps: RemindDeps,
  { name, which, now }: { name: string; which: SQL | undefined; now: Temporal.Instant },
  signal: AbortSignal | undefined,
  tell: (tx: Tx, row: RenewalRow) => Promise<void>,
): Promise<number> =>
  eachAlone(
    deps,
    {
      name,
      find: page => findToTell(deps.db, which, now, page),
      act: ({ id }) =>
        deps.db.transaction(async tx => {
          const row = await lockToTell(tx, which, now, id)
          if (row) await tell(tx, row)
        }),
    },
    signal,
  )

const mark = (tx: Tx, id: number, columns: Partial<typeof recurringProfiles.$inferInsert>) =>
  tx.update(recurringProfiles).set(columns).where(eq(recurringProfiles.id, id))
