import type { Change, Changes } from '#contract/recurrence/change-subscription.ts'
import type { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import type { Money } from '#contract/wire.ts'
import { monthlyPrice } from '#web/lib/reader/product-words.ts'
import { unlockedAccess } from '#web/lib/reader/unlocked-access.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { say, translate } from '#web/lib/texts/i18n.ts'

type Plan = Pick<Changes['present'], 'price' | 'length' | 'device_limit'>

/** What one pays for how long: `89,90 € na rok`. */
export function priceText({ price, length }: { price: Money; length: string }): string {
  const [count, unit] = unitsOf(length)
  return translate('change.price', { price: formatMoney(price), unit, count })
}

/** Count and unit of a calendar length: `P4W` is 4 and W. */
function unitsOf(length: string): [number, string] {
  const [, count = '1', unit = 'Y'] = /^P(\d+)([YMWD])$/.exec(length) ?? []
  return [Number(count), unit]
}

/** What it is by the month, as in the shop; undefined where the length has no months, or is one. */
export function monthlyText(plan: Plan): string | undefined {
  const monthly = monthlyPrice(plan)
  return monthly && translate('change.monthly', { price: formatMoney(monthly) })
}

const daysOf: Readonly<Record<string, number>> = { Y: 365, M: 365 / 12, W: 7, D: 1 }

/** What a day of it costs, in cents. */
function pricePerDay({ price, length }: Plan): number {
  const [count, unit] = unitsOf(length)
  return price.amount / (count * (daysOf[unit] ?? 365))
}

/** Changes by how near they are to the present plan: as long ones first, then by what a day costs. */
export function byNearness<C extends Plan>(changes: readonly C[], present: Plan): C[] {
  // Rounded, so that what is as near keeps the order of the catalogue.
  const distance = (plan: Plan) => Math.round(100 * Math.abs(pricePerDay(plan) - pricePerDay(present)))
  const isOther = ({ length }: Plan) => Number(length !== present.length)
  return changes.toSorted((a, b) => isOther(a) - isOther(b) || distance(a) - distance(b))
}

/** What is lost and what is gained by a change, in words; nothing where it is the same. */
export function differences(change: Change, present: Plan): { lost: string[]; gained: string[] } {
  const words = (access: AccessFlag[]) => unlockedAccess([{ access, device_limit: 0 }]).map(say)
  const devices =
    change.device_limit === present.device_limit
      ? []
      : [translate('change.devices', { count: change.device_limit, former: present.device_limit })]
  const isFewer = change.device_limit !== 0 && change.device_limit < (present.device_limit || Infinity)
  return {
    lost: [...words(change.lost), ...(isFewer ? devices : [])],
    gained: [...words(change.gained), ...(isFewer ? [] : devices)],
  }
}
