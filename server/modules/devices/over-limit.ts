import type { Deps } from '#server/platform/deps.ts'
import { deviceIdOf } from './device-id.ts'
import { findDevices } from './store.ts'

type OverLimit = {
  devices: number
  limit: number
  /** Names of the devices that no longer open locked content. */
  shut_out: string[]
  /** Whether the calling device is one of them. */
  is_this: boolean
}

/**
 * What a reader with more devices than allowed is told: the most recently used ones keep access (R3.07).
 *
 * @param limitOf devices that the reader's subscriptions allow; 0 when they count none
 * @param asking id of the calling device; undefined for one that has never read locked content
 * @returns undefined when all devices may read
 */
export async function describeOverLimit(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  limitOf: (userId: number) => Promise<number>,
  asking: string | undefined,
): Promise<OverLimit | undefined> {
  const rows = await findDevices(db, userId)
  if (rows.length === 0) return undefined
  const limit = await limitOf(userId)
  const shutOut = limit === 0 ? [] : rows.slice(limit)
  if (shutOut.length === 0) return undefined
  return {
    devices: rows.length,
    limit,
    shut_out: shutOut.map(({ device }) => device.name),
    is_this: shutOut.some(({ device }) => deviceIdOf(device.id) === asking),
  }
}
