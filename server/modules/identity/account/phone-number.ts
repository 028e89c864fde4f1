import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { User } from '#contract/identity/identity.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ReaderFacts } from '../identity-deps.ts'
import { users } from '../tables.ts'

type PhoneFacts = Pick<ReaderFacts, 'isSubscriber' | 'hasRecurringSms'>

/**
 * Whether a reader's mobile number may change, and why not (R6.05): a number that pays by SMS stays, and so does the
 * number of an account that was opened by SMS and has no subscription.
 */
export async function phoneChangeRule(
  facts: PhoneFacts,
  user: Pick<typeof users.$inferSelect, 'id' | 'registeredVia'>,
): Promise<User['phone_change']> {
  if (await facts.hasRecurringSms(user.id)) return { allowed: false, reason: 'phone_sms_recurrence' }
  if (user.registeredVia === 'sms' && !(await facts.isSubscriber(user.id))) {
    return { allowed: false, reason: 'phone_sms_subscriber' }
  }
  return { allowed: true, reason: null }
}

/**
 * Refuses a change that R6.05 forbids.
 *
 * @returns the reader whose number it is
 * @throws AppError `phone_sms_recurrence`, `phone_sms_subscriber`, `user_not_found`
 */
export async function requirePhoneChange(db: Db, facts: PhoneFacts, userId: number) {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('user_not_found')
  const { reason } = await phoneChangeRule(facts, user)
  if (reason !== null) throw new AppError({ key: reason, field: 'phone_to_change' })
  return { phone: user.phone, phoneToChange: user.phoneToChange, locale: user.locale }
}

/** Stores a number as pending, still to be verified; null for none. @throws AppError `user_anonymization_pending` */
export async function setPhoneToChange(tx: Tx, userId: number, phoneToChange: string | null): Promise<void> {
  const stays = and(eq(users.id, userId), isNull(users.anonymizationRequestedAt))
  const { rowCount } = await tx.update(users).set({ phoneToChange }).where(stays)
  if (rowCount === 0) throw new AppError('user_anonymization_pending')
}

/** Makes a verified number the reader's own, if it is still the pending one. @returns whether it was */
export async function confirmPhone(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
  phone: string,
): Promise<boolean> {
  const confirmed = await tx
    .update(users)
    .set({ phone, phoneToChange: null, phoneConfirmedAt: clock.now() })
    .where(and(eq(users.id, userId), eq(users.phoneToChange, phone)))
    .returning({ id: users.id })
  return confirmed.length > 0
}

/** Removes a reader's number and the pending one. @returns whether there was any */
export async function removePhoneNumbers(tx: Tx, userId: number): Promise<boolean> {
  const removed = await tx
    .update(users)
    .set({ phone: null, phoneToChange: null, phoneConfirmedAt: null })
    .where(and(eq(users.id, userId), or(isNotNull(users.phone), isNotNull(users.phoneToChange))))
    .returning({ id: users.id })
  return removed.length > 0
}
