import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'

/** The last day of a period, whose end is exclusive. */
export const lastDayBefore = (end: string): string => formatDate(new Date(Date.parse(end) - 1).toISOString())

/** What the reader has and until when: `Prémium (do 8. marca 2027)`. */
export const presentText = (present: PurchasePlan['present']): string =>
  present
    .map(({ name, until }) => translate('shop.present_one', { name, until: lastDayBefore(until) }))
    .join(', ')
