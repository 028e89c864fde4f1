import { and, eq, ne } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { lockReader } from '../lock-reader.ts'
import { sessions } from '../tables.ts'
import { closeSessions } from './close-session.ts'
import { browserDetails } from './describe-browser.ts'

type EndDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>

/**
 * Signs out one of the reader's own browsers (revokes its session); its next call is refused.
 *
 * @throws AppError `not_found` when there is no such session, or it has ended
 */
export async function endSession(deps: EndDeps, actor: Actor, sessionId: string): Promise<void> {
  const { userId } = actor
  await deps.db.transaction(async tx => {
    await lockReader(tx, userId)
    const own = and(eq(sessions.id, sessionId), eq(sessions.userId, userId))
    const [ended] = await closeSessions(tx, deps, own, 'ended_by_reader')
    if (!ended) throw new AppError('not_found')
    await recordActivity(tx, deps, {
      userId,
      kind: 'session_ended',
      details: browserDetails(ended.userAgent),
    })
  })
}

/** Signs out every browser of the reader but the calling one. */
export async function endOtherSessions(deps: EndDeps, actor: Actor): Promise<void> {
  const { userId, sessionId } = actor
  await deps.db.transaction(async tx => {
    await lockReader(tx, userId)
    const others = and(eq(sessions.userId, userId), ne(sessions.id, sessionId))
    const ended = await closeSessions(tx, deps, others, 'ended_by_reader')
    if (ended.length > 0) await recordActivity(tx, deps, { userId, kind: 'other_sessions_ended' })
  })
}
