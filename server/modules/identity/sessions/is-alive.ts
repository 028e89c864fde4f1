import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { sessions, users } from '../tables.ts'

/**
 * Whether a session is still live: it may have been ended since the call was authenticated.
 *
 * @param tx transaction that has locked the reader, where the answer has to hold till its end
 */
export async function isAlive(
  tx: Db | Tx,
  { sessionId, userId }: Pick<Actor, 'sessionId' | 'userId'>,
): Promise<boolean> {
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        eq(sessions.tokenEpoch, users.tokenEpoch),
      ),
    )
  return session !== undefined
}
