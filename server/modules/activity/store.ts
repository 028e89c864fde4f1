import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { users } from '../identity/tables.ts'
import { activityLog } from './tables.ts'

/** Where these readers get copies of notices, and whether they want them. */
export const findCopyReaders = (tx: Tx, userIds: readonly number[]) =>
  tx
    .select({ id: users.id, email: users.email, locale: users.locale, wantsCopies: users.noticeCopies })
    .from(users)
    .where(inArray(users.id, [...new Set(userIds)]))

/** Whether the log has a sign-in from such a browser; unknown ones count as the same. */
export async function hasSignedInFrom(
  tx: Tx,
  userId: number,
  { browser = null, system = null }: { browser?: string | null; system?: string | null },
): Promise<boolean> {
  const [known] = await tx
    .select({ id: activityLog.id })
    .from(activityLog)
    .where(
      and(
        eq(activityLog.userId, userId),
        eq(activityLog.kind, 'signed_in'),
        sql`${activityLog.details}->>'browser' is not distinct from ${browser}::text`,
        sql`${activityLog.details}->>'system' is not distinct from ${system}::text`,
      ),
    )
    .limit(1)
  return known !== undefined
}
