import type { FastifyRequest } from 'fastify'
import { deviceCookie, deviceHeader } from '#contract/devices/devices.ts'

/**
 * Row id of a device. Several readers may share one browser, which has one id of its own: it is a device for each of
 * them.
 *
 * @param id the device's own id, without a colon
 */
export const rowIdOf = (userId: number, id: string): string => `${userId}:${id}`

/** The device's own id. Imported rows keep the id from the publisher's files. */
export const deviceIdOf = (rowId: string): string => rowId.slice(rowId.indexOf(':') + 1)

/** Possible row ids of a device: with its reader's id, or as imported from the publisher's files. */
export const rowIdsOf = (userId: number, id: string): [string, string] => [rowIdOf(userId, id), id]

/** Id of the calling device, from its cookie; undefined for one that has never read locked content. */
export function askingDevice({ headers, cookies }: FastifyRequest): string | undefined {
  const named = headers[deviceHeader]
  return typeof named === 'string' && named !== '' ? named : cookies[deviceCookie]
}
