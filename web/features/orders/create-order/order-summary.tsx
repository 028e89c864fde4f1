import type { Product } from '#contract/orders/products.ts'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { lengthText } from '#web/lib/reader/product-words.ts'
import { formatDate, formatLastDay, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'

type Planned = { product: Product; plan: PurchasePlan; byCard: boolean }

/** When the subscription begins without the request to begin at once, or why it cannot. */
export function BeginsOtherwise({ plan, byCard }: Omit<Planned, 'product'>) {
  const t = useT()
  if (!plan.later) return t('shop.begins_only_at_once')
  const day = formatDate(plan.later.period.from)
  return t(byCard ? 'shop.begins_later' : 'shop.begins_later_transfer', { day })
}

/** What is paid for which time, and what will be charged afterwards. */
export function OrderSummary({ product, plan, byCard, waits }: Planned & { waits: boolean }) {
  const t = useT()
  const { period, next_payment: next } = (waits && plan.later) || plan
  const length = lengthText(product.length)
  const values = { price: formatMoney(plan.price), until: formatLastDay(period.to), length }
  const sum = () => {
    if (product.audience === 'gift') return <RichText id="shop.sum_gift" values={values} />
    if (byCard) return <RichText id="shop.sum_period" values={{ ...values, from: formatDate(period.from) }} />
    return <RichText id={plan.for_the_rest ? 'shop.sum_rest' : 'shop.sum_length'} values={values} />
  }
  const renewal = () => {
    if (product.audience === 'gift' || !product.renews) return ''
    if (!byCard) return next.bank_transfer ? '' : t('shop.renews_not')
    return (
      next.card &&
      t('shop.renews', { price: formatMoney(next.card.price), length, day: formatDate(next.card.at) })
    )
  }
  return (
    <p>
      {sum()} {renewal()}
    </p>
  )
}
