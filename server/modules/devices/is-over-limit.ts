import { and, count, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { rowIdsOf } from './device-id.ts'
import { devices } from './tables.ts'

const other = alias(devices, 'other')

/**
 * Whether a device is over the limit: the most recently used devices keep access (R3.07).
 *
 * @param limit devices that may read at once; 0 when none are counted
 * @param id the device's own id; an unknown one is not over the limit
 */
export async function isOverLimit(db: Db | Tx, userId: number, limit: number, id: string): Promise<boolean> {
  if (limit === 0) return false
  const [row] = await db
    .select({ moreRecent: count(other.id) })
    .from(devices)
    .leftJoin(
      other,
      and(
        eq(other.userId, devices.userId),
        isNull(other.removedAt),
        or(
          gt(other.lastActivity, devices.lastActivity),
          // Tie-break of the sort, for two in one instant.
          and(eq(other.lastActivity, devices.lastActivity), gt(other.id, devices.id)),
        ),
      ),
    )
    .where(
      and(eq(devices.userId, userId), inArray(devices.id, rowIdsOf(userId, id)), isNull(devices.removedAt)),
    )
  return (row?.moreRecent ?? 0) >= limit
}
