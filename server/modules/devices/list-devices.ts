import { and, desc, eq, isNull } from 'drizzle-orm'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { listDevices as endpoint } from '#contract/devices/devices.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { deviceIdOf } from './device-id.ts'
import { deviceLimit } from './device-limit.ts'
import { devices } from './tables.ts'

type ModuleDeps = Pick<Deps, 'db' | 'clock'> & { deviceLimitOf: (userId: number) => Promise<number> }

/**
 * The reader's devices, most recently used first, with the limit that they count towards.
 *
 * @param asking how the asking device names itself
 */
export async function listDevices(
  deps: ModuleDeps,
  actor: Actor,
  asking: string | undefined,
): Promise<EndpointAnswer<typeof endpoint>> {
  const rows = await deps.db
    .select()
    .from(devices)
    .where(and(eq(devices.userId, actor.userId), isNull(devices.removedAt)))
    .orderBy(desc(devices.lastActivity))
  return {
    limit: await deviceLimit(deps, actor.userId, await deps.deviceLimitOf(actor.userId)),
    items: rows.map(({ id, name, type, lastActivity }) => ({
      id: deviceIdOf(id),
      name,
      type,
      last_activity: lastActivity.toString(),
      current: deviceIdOf(id) === asking,
    })),
  }
}
