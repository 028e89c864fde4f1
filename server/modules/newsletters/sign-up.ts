import { eq } from 'drizzle-orm'
import { lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import type { NewslettersDeps } from './newsletters-deps.ts'
import { changeSignups, ensureRecipient, findNewsletters, findReader, writeSignUps } from './store.ts'
import { newsletterSignups } from './tables.ts'

/**
 * Signs a reader up; a snoozed newsletter is sent again. Idempotent.
 *
 * @throws AppError `not_found`, `newsletter_subscription_needed` for a locked one without a subscription,
 *   `newsletter_account_not_confirmed` since mail goes to proven addresses only, `user_anonymization_pending`
 */
export async function signUp(deps: NewslettersDeps, actor: Actor, code: string): Promise<void> {
  await deps.db.transaction(async tx => {
    const [newsletter] = await findNewsletters(tx, [code])
    if (!newsletter) throw new AppError('not_found')
    // Race: a change of the e-mail moves the mailbox, also one that is made now.
    await lockReader(tx, actor.userId)
    const reader = await findReader(tx, actor.userId)
    if (!reader || reader.confirmedAt === null) throw new AppError('newsletter_account_not_confirmed')
    if (reader.anonymizationRequestedAt !== null) throw new AppError('user_anonymization_pending')
    if (newsletter.locked && !(await deps.isSubscriber(tx, actor.userId))) {
      throw new AppError('newsletter_subscription_needed')
    }
    const now = deps.clock.now()
    const recipientId = reader.recipientId ?? (await ensureRecipient(tx, { ...reader, now }))
    await writeSignUps(tx, { recipientId, codes: [code], by: 'reader', now })
  })
}

/**
 * Signs a reader off. Idempotent. Allowed even while the account is about to be erased: a consent can be withdrawn at
 * any time (GDPR, article 7). What was never signed up stays so.
 *
 * @throws AppError `not_found`
 */
export async function signOff(deps: NewslettersDeps, actor: Actor, code: string): Promise<void> {
  await deps.db.transaction(async tx => {
    const [newsletter] = await findNewsletters(tx, [code])
    if (!newsletter) throw new AppError('not_found')
    const reader = await findReader(tx, actor.userId)
    if (!reader || reader.recipientId === null || reader.confirmedAt === null) return
    const { recipientId } = reader
    const change = { recipientId, codes: [code], by: 'reader' as const, now: deps.clock.now() }
    await changeSignups(tx, change, { state: 'off' }, eq(newsletterSignups.state, 'on'))
  })
}
