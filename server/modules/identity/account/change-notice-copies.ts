import { eq } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { lockStayingReader } from '../lock-reader.ts'
import { users } from '../tables.ts'

/**
 * Turns e-mail copies of the reader's own log on or off. Idempotent.
 *
 * @throws AppError `user_anonymization_pending`
 */
export async function changeNoticeCopies(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  { userId }: Actor,
  on: boolean,
): Promise<void> {
  await deps.db.transaction(async tx => {
    const reader = await lockStayingReader(tx, userId)
    if (!reader || reader.noticeCopies === on) return
    const turn = (state: boolean) => tx.update(users).set({ noticeCopies: state }).where(eq(users.id, userId))
    // Mailed in both directions: a hijacked session can't silence the copies unnoticed.
    if (on) await turn(true)
    await recordActivity(tx, deps, {
      userId,
      kind: 'notice_copies_switched',
      details: { state: on ? 'on' : 'off' },
    })
    if (!on) await turn(false)
  })
}
