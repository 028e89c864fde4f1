import type { Concern, ConcernOf } from '#contract/subscriptions/concerns.ts'
import { readWaitingAccess } from '../modules/companies/index.ts'
import { readWaitingGift } from '../modules/coupons/index.ts'
import { askingDevice, deviceLimit, isOverLimit } from '../modules/devices/index.ts'
import { readAccountConcern } from '../modules/identity/index.ts'
import { type ConcernsOf, currentAccess } from '../modules/subscriptions/index.ts'
import type { Deps } from '../platform/deps.ts'
import { localeOf } from '../platform/http/errors.ts'

/** What the modules know that a reader may have to be told on top of a page (R13.05). */
export const readConcerns =
  (deps: Deps): ConcernsOf =>
  async (userId, request) => {
    const locale = localeOf(request)
    const all: (Concern | undefined)[] = await Promise.all([
      readAccountConcern(deps, userId),
      readExcludedDevice(deps, userId, askingDevice(request)),
      readWaitingGift(deps, userId, locale).then(gift => gift ?? readWaitingAccess(deps, userId, locale)),
    ])
    return all.filter(each => each !== undefined)
  }

/** A device that has never read locked content is not counted. */
async function readExcludedDevice(
  deps: Deps,
  userId: number,
  device: string | undefined,
): Promise<ConcernOf<'device'> | undefined> {
  if (device === undefined) return undefined
  const { deviceLimit: limit } = await currentAccess(deps, userId)
  if (!(await isOverLimit(deps.db, userId, limit, device))) return undefined
  const { devices } = await deviceLimit(deps, userId, limit)
  return { kind: 'device', devices, limit }
}
