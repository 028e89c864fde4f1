import type { FastifyRequest } from 'fastify'
import { askingDevice, deviceLimit, ebookUse, isOverLimit } from '../modules/devices/index.ts'
import { openPhoneCode } from '../modules/phone/index.ts'
import { currentAccess, rolesOf } from '../modules/subscriptions/index.ts'
import type { Deps } from '../platform/deps.ts'

/** Facts about a reader that the identity module needs from other modules. */
export const readerFacts = (deps: Deps) => ({
  rolesOf: async (userId: number, request: FastifyRequest) =>
    rolesOf(deps, userId, await lostAccess(deps, userId, askingDevice(request))),
  deviceLimit: async (userId: number) =>
    deviceLimit(deps, userId, (await currentAccess(deps, userId)).deviceLimit),
  ebooks: (userId: number) => ebookUse(deps, userId),
  phoneCode: (userId: number) => openPhoneCode(deps, userId),
  isSubscriber: async (userId: number) => (await currentAccess(deps, userId)).isSubscriber,
  hasRecurringSms: async (userId: number) => (await currentAccess(deps, userId)).hasRecurringSms,
})

/** A device over the limit has no access; one that has never read locked content is not counted. */
async function lostAccess(deps: Deps, userId: number, device: string | undefined): Promise<boolean> {
  if (device === undefined) return false
  return isOverLimit(deps.db, userId, (await currentAccess(deps, userId)).deviceLimit, device)
}
