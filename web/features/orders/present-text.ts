import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { formatLastDay } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'

/** What the reader has and until when: `Prémium (do 8. marca 2027)`. */
export const presentText = (present: PurchasePlan['present']): string =>
  present
    .map(({ name, until }) => translate('shop.present_one', { name, until: formatLastDay(until) }))
    .join(', ')
