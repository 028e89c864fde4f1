import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { closeSession, lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { rowIdsOf } from './device-id.ts'
import { monthlyRemovals, startOfMonth } from './device-limit.ts'
import { devices } from './tables.ts'

/**
 * Removes a device, so that another one may read, and signs it out where it is known in which session it last read
 * (R1.05). Other sessions go on. Staff may do so beyond the month's limit, towards which it counts too.
 *
 * @param id the device's own id
 * @returns the session that has ended, if it was known
 * @throws AppError `not_found`, `device_removal_limit_reached` (R6.03)
 */
export async function removeDevice(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  { userId, by }: Requester,
  id: string,
): Promise<string | null> {
  const now = deps.clock.now()
  const isWithinLimit = sql`(select count(*) from devices as past where past.user_id = ${userId}
    and past.removed_at >= ${startOfMonth(now).toString()}::timestamptz) < ${monthlyRemovals}`
  return deps.db.transaction(async tx => {
    // Lock: removals of one reader run one after the other, so that each counts those before it.
    await lockReader(tx, userId)
    const own = and(
      eq(devices.userId, userId),
      inArray(devices.id, rowIdsOf(userId, id)),
      isNull(devices.removedAt),
    )
    const [removed] = await tx
      .update(devices)
      .set({ removedAt: now })
      .where(and(own, by === 'staff' ? undefined : isWithinLimit))
      .returning({ name: devices.name, sessionId: devices.sessionId })
    if (removed) {
      if (removed.sessionId !== null) await closeSession(tx, deps, removed.sessionId, 'device_removed')
      await recordActivity(tx, deps, {
        userId,
        by,
        kind: 'device_removed',
        details: { device: removed.name },
      })
      return removed.sessionId
    }
    const [there] = await tx.select({ id: devices.id }).from(devices).where(own)
    throw new AppError(there ? 'device_removal_limit_reached' : 'not_found')
  })
}
