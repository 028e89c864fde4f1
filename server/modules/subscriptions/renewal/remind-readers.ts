import { eq } from 'drizzle-orm'
import { timeZone } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { formatPlainDay } from '#server/platform/format.ts'
import { stopNotice } from '../recurrence.ts'
import { recurringProfiles } from '../tables.ts'
import { mailAbout } from './renewal-mail.ts'
import { findRenewalsToRemind, findRenewalsWithExpiringCard } from './store.ts'

type RemindDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>

/** How long before the payment for a year its reader is told of it. */
const aheadDays = 14
/** How long before a card expires its reader is told, when the next payment comes after that. */
const expiryDays = 30
const batch = 100

/**
 * Tells readers of the payment for a year that is to come, and of a card that will have expired by the next payment;
 * each once. Whoever has turned the renewal off is told of neither: the plan is locked while its reader is told.
 */
export async function remindReaders(deps: RemindDeps): Promise<void> {
  await deps.db.transaction(tx => tellAhead(tx, deps))
  await deps.db.transaction(tx => tellOfCards(tx, deps))
}

async function tellAhead(tx: Tx, deps: RemindDeps): Promise<void> {
  const now = deps.clock.now()
  const until = now.add({ hours: aheadDays * 24 })
  for (const row of await findRenewalsToRemind(tx, { now, until, limit: batch })) {
    const { renewal } = row
    await mailAbout(tx, deps, row, 'renewal_ahead', {
      day: renewal.chargeAt,
      stop_until: renewal.chargeAt.subtract(stopNotice),
    })
    await mark(tx, renewal.id, { remindedAt: now })
  }
}

async function tellOfCards(tx: Tx, deps: RemindDeps): Promise<void> {
  const now = deps.clock.now()
  const until = now.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: expiryDays })
  for (const row of await findRenewalsWithExpiringCard(tx, { now, until, limit: batch })) {
    const { renewal, card, subscription, reader } = row
    if (card === null) continue
    await mailAbout(tx, deps, row, 'card_expiring', {
      valid: formatPlainDay(reader.locale, Temporal.PlainDate.from(card.validUntil)),
      day: renewal.chargeAt,
      until: subscription.endsAt,
    })
    await mark(tx, renewal.id, { cardWarnedAt: now })
  }
}

const mark = (tx: Tx, id: number, columns: Partial<typeof recurringProfiles.$inferInsert>) =>
  tx.update(recurringProfiles).set(columns).where(eq(recurringProfiles.id, id))
