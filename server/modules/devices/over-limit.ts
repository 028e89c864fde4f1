import type { Deps } from '#server/platform/deps.ts'
import { deviceIdOf } from './device-id.ts'
import { prepareDeviceNames } from './store.ts'

type OverLimit = {
  devices: number
  limit: number
  /** Names of the devices that no longer open locked content. */
  shut_out: string[]
  /** Whether the calling device is one of them. */
  is_this: boolean
}

/**
 * Prepares what a reader with more devices than allowed is told: the most recently used ones keep access (R3.07).
 *
 * @returns a function of the reader's id, the devices that the subscriptions allow (0 when they count none), and the id
 *   of the calling device (undefined for one that has never read locked content); undefined when all devices may read
 */
export function describeOverLimit({ db }: Pick<Deps, 'db'>) {
  const devicesOf = prepareDeviceNames(db)
  return async (
    userId: number,
    allowed: Promise<number>,
    asking: string | undefined,
  ): Promise<OverLimit | undefined> => {
    const [devices = [], limit] = await Promise.all([devicesOf(userId), allowed])
    const shutOut = limit === 0 ? [] : devices.slice(limit)
    if (shutOut.length === 0) return undefined
    return {
      devices: devices.length,
      limit,
      shut_out: shutOut.map(({ name }) => name),
      is_this: shutOut.some(({ id }) => deviceIdOf(id) === asking),
    }
  }
}
