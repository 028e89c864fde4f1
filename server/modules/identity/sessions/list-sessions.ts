import { and, desc, eq, exists, gt, isNull } from 'drizzle-orm'
import type { Session } from '#contract/identity/sessions.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { refreshTokens, sessions, users } from '../tables.ts'
import { describeBrowser } from './describe-browser.ts'

/** The reader's live sessions: this browser first, then by last activity. Those that can't be renewed are left out. */
export async function listSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<Session[]> {
  const renewable = db
    .select({ hash: refreshTokens.hash })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.sessionId, sessions.id),
        isNull(refreshTokens.usedAt),
        gt(refreshTokens.expiresAt, clock.now()),
      ),
    )
  const rows = await db
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.tokenEpoch, sessions.tokenEpoch)))
    .where(and(eq(sessions.userId, actor.userId), isNull(sessions.endedAt), exists(renewable)))
    .orderBy(desc(eq(sessions.id, actor.sessionId)), desc(sessions.lastUsedAt))
  return rows.map(({ session }) => ({
    id: session.id,
    ...describeBrowser(session.userAgent),
    started_at: session.startedAt.toString(),
    last_activity: session.lastUsedAt.toString(),
    current: session.id === actor.sessionId,
  }))
}
