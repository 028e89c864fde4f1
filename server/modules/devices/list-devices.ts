import type { listDevices as endpoint } from '#contract/devices/devices.ts'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { deviceIdOf } from './device-id.ts'
import { deviceLimit } from './device-limit.ts'
import { findDevices } from './store.ts'

type ModuleDeps = Pick<Deps, 'db' | 'clock'> & { deviceLimitOf: (userId: number) => Promise<number> }

/**
 * The reader's devices, most recently used first, with the limit that they count towards.
 *
 * @param asking id of the calling device
 */
export async function listDevices(
  deps: ModuleDeps,
  actor: Actor,
  asking: string | undefined,
): Promise<EndpointAnswer<typeof endpoint>> {
  const rows = await findDevices(deps.db, actor.userId)
  return {
    limit: await deviceLimit(deps, actor.userId, await deps.deviceLimitOf(actor.userId)),
    items: rows.map(({ device: { id, name, type, lastActivity }, sessionId }) => ({
      id: deviceIdOf(id),
      name,
      type,
      last_activity: lastActivity.toString(),
      current: deviceIdOf(id) === asking,
      signs_out: sessionId === null ? 'no' : sessionId === actor.sessionId ? 'here' : 'there',
    })),
  }
}
