import { eq } from 'drizzle-orm'
import type { Locale } from '#contract/wire.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { lockReader } from '../lock-reader.ts'
import { users } from '../tables.ts'

/**
 * Changes the language of the reader's screens and mails (R2.28), also of one whose account waits for its deletion, who has
 * yet to read about it. Idempotent.
 *
 * @throws AppError `user_not_found`
 */
export async function changeLocale(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  { userId }: Actor,
  { locale }: { locale: Locale },
): Promise<void> {
  await deps.db.transaction(async tx => {
    const reader = await lockReader(tx, userId)
    // Erased meanwhile.
    if (!reader || reader.anonymizedAt !== null) throw new AppError('user_not_found')
    if (reader.locale === locale) return
    await tx.update(users).set({ locale }).where(eq(users.id, userId))
    await recordActivity(tx, deps, { userId, kind: 'locale_changed', details: { locale } })
  })
}
