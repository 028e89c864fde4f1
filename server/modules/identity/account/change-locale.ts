import { and, eq, ne } from 'drizzle-orm'
import type { Locale } from '#contract/wire.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { users } from '../tables.ts'

/** Changes the language of the reader's screens and mails (R2.28). */
export async function changeLocale(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: Actor,
  input: { locale: Locale },
): Promise<void> {
  const { userId } = actor
  await deps.db.transaction(async tx => {
    const [changed] = await tx
      .update(users)
      .set({ locale: input.locale })
      .where(and(eq(users.id, userId), ne(users.locale, input.locale)))
      .returning({ locale: users.locale })
    if (!changed) return
    await recordActivity(tx, deps, { userId, kind: 'locale_changed', details: { locale: changed.locale } })
  })
}
