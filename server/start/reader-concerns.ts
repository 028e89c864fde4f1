import type { Concern } from '#contract/subscriptions/concerns.ts'
import { waitingAccess } from '../modules/companies/index.ts'
import { waitingGift } from '../modules/coupons/index.ts'
import { askingDevice, describeOverLimit } from '../modules/devices/index.ts'
import { accountConcern } from '../modules/identity/index.ts'
import { type ConcernsOf, listedDeviceLimit } from '../modules/subscriptions/index.ts'
import type { Deps } from '../platform/deps.ts'
import { localeOf } from '../platform/http/errors.ts'

/** What the modules know that a reader may have to be told on top of a page (R13.05). */
export function readConcerns(deps: Deps): ConcernsOf {
  const accountConcernOf = accountConcern(deps)
  const waitingGiftOf = waitingGift(deps)
  const waitingAccessOf = waitingAccess(deps)
  const overLimitOf = describeOverLimit(deps)
  return async (userId, request, items) => {
    const locale = localeOf(request)
    const [account, overLimit, gift, access] = await Promise.all([
      accountConcernOf(userId),
      overLimitOf(userId, { limit: items.then(listedDeviceLimit), asking: askingDevice(request), locale }),
      waitingGiftOf(userId, locale),
      waitingAccessOf(userId, locale),
    ])
    const device = overLimit && ({ kind: 'device', ...overLimit } as const)
    const all: (Concern | undefined)[] = [account, device, gift ?? access]
    return all.filter(each => each !== undefined)
  }
}
