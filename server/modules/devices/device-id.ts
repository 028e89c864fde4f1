import type { FastifyRequest } from 'fastify'
import { deviceCookie, deviceHeader } from '#contract/devices/devices.ts'

/**
 * Under what a device is kept. Several readers may share one browser, which has one name of its own: for each of them
 * it is another device.
 *
 * @param id as the device names itself; ids never hold a colon
 */
export const rowIdOf = (userId: number, id: string): string => `${userId}:${id}`

/** As the device names itself. Rows of the publisher's files are kept as they were named there. */
export const deviceIdOf = (rowId: string): string => rowId.slice(rowId.indexOf(':') + 1)

/** Under what a device may be kept: by its reader's name for it, or as the publisher's files have it. */
export const rowIdsOf = (userId: number, id: string): [string, string] => [rowIdOf(userId, id), id]

/** How the asking device names itself; undefined for one that has never read locked content. */
export function askingDevice({ headers, cookies }: FastifyRequest): string | undefined {
  const named = headers[deviceHeader]
  return typeof named === 'string' && named !== '' ? named : cookies[deviceCookie]
}
