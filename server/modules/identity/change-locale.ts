import { eq } from 'drizzle-orm'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { users } from './tables.ts'

/** Changes the language of the reader's screens and mails (R2.28). */
export async function changeLocale(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  input: { locale: Locale },
): Promise<void> {
  await db.update(users).set({ locale: input.locale }).where(eq(users.id, actor.userId))
}
