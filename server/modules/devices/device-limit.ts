import { and, count, eq, gte, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { DeviceLimit } from '#contract/devices/device-limit.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { devices } from './tables.ts'

/** Devices that a reader may remove in one calendar month. */
export const monthlyRemovals = 3

/**
 * Devices used, the limit, and the removals left this month (R3.07, R6.03).
 *
 * @param limit devices that the reader's subscriptions allow; 0 when they count none
 */
export async function deviceLimit(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  limit: number,
): Promise<z.infer<typeof DeviceLimit>> {
  const [inUse] = await db
    .select({ total: count() })
    .from(devices)
    .where(and(eq(devices.userId, userId), isNull(devices.removedAt)))
  const [removed] = await db
    .select({ total: count() })
    .from(devices)
    .where(and(eq(devices.userId, userId), gte(devices.removedAt, startOfMonth(clock.now()))))
  if (limit === 0)
    return { devices: 0, device_limit: 0, removal_limit: 0, removed_devices: 0, enabled: false }
  return {
    devices: inUse?.total ?? 0,
    device_limit: limit,
    removal_limit: monthlyRemovals,
    removed_devices: removed?.total ?? 0,
    enabled: true,
  }
}

/** The first instant of the calendar month in the publisher's time zone. */
export const startOfMonth = (now: Temporal.Instant): Temporal.Instant =>
  now.toZonedDateTimeISO(timeZone).with({ day: 1 }).startOfDay().toInstant()
