import type { Concern, ConcernOf } from '#contract/subscriptions/concerns.ts'
import { waitingAccess } from '../modules/companies/index.ts'
import { waitingGift } from '../modules/coupons/index.ts'
import { askingDevice, deviceLimit, isOverLimit } from '../modules/devices/index.ts'
import { accountConcern } from '../modules/identity/index.ts'
import { type ConcernsOf, currentAccess } from '../modules/subscriptions/index.ts'
import type { Deps } from '../platform/deps.ts'
import { localeOf } from '../platform/http/errors.ts'

/** What the modules know that a reader may have to be told on top of a page (R13.05). */
export function readConcerns(deps: Deps): ConcernsOf {
  const accountConcernOf = accountConcern(deps)
  const waitingGiftOf = waitingGift(deps)
  const waitingAccessOf = waitingAccess(deps)
  return async (userId, request) => {
    const locale = localeOf(request)
    const [account, device, gift, access] = await Promise.all([
      accountConcernOf(userId),
      readExcludedDevice(deps, userId, askingDevice(request)),
      waitingGiftOf(userId, locale),
      waitingAccessOf(userId, locale),
    ])
    const all: (Concern | undefined)[] = [account, device, gift ?? access]
    return all.filter(each => each !== undefined)
  }
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
