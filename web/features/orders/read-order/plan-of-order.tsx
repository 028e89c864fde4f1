import type { Order } from '#contract/orders/orders.ts'
import { formatLastDay } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { presentText } from '../present-text.ts'

/** How an order combines, or has combined once paid, with the reader's subscriptions (R11.01). */
export function PlanOfOrder({ order: { plan, state, product } }: { order: Order }) {
  const t = useT()
  if (!plan) return null
  const tense = state === 'paid' ? 'paid' : 'waiting'
  const waits = plan.after_withdrawal && tense === 'waiting' ? t('order.plan.waits') : ''
  if (plan.begins === 'at_once') return waits && <p>{waits}</p>
  const rest = tense === 'waiting' ? plan.rest_until : null
  // A replaced subscription has ended: its former end is left out.
  const names = plan.present.map(each => each.name).join(', ')
  const present = tense === 'paid' && plan.begins === 'instead' ? names : presentText(plan.present)
  return (
    <p>
      {t(`order.plan.${plan.begins}`, { tense, present, name: product.name })} {waits}
      {rest !== null && ` ${t('order.plan.rest', { until: formatLastDay(rest) })}`}
    </p>
  )
}
