import type { Order } from '#contract/orders/orders.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { lastDayBefore, presentText } from '../present-text.ts'

/** How what was ordered goes with what the reader has, or has gone with it once it is paid (R11.01). */
export function PlanOfOrder({ order: { plan, state, product } }: { order: Order }) {
  const t = useT()
  if (!plan || plan.begins === 'at_once') return null
  const tense = state === 'paid' ? 'paid' : 'waiting'
  const rest = tense === 'waiting' ? plan.rest_until : null
  // What was replaced is over: till when it was to be is of no use any more.
  const names = plan.present.map(each => each.name).join(', ')
  const present = tense === 'paid' && plan.begins === 'instead' ? names : presentText(plan.present)
  return (
    <p>
      {t(`order.plan.${plan.begins}`, { tense, present, name: product.name })}
      {rest !== null && ` ${t('order.plan.rest', { until: lastDayBefore(rest) })}`}
    </p>
  )
}
