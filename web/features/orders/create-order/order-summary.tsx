import type { OrderTerms } from '#contract/orders/order-terms.ts'
import type { Product } from '#contract/orders/products.ts'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import type { FieldControl } from '#web/lib/forms/use-form.ts'
import { lengthText } from '#web/lib/reader/product-words.ts'
import { formatDate, formatLastDay, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Checkbox } from '#web/ui/choice.tsx'

type Planned = { product: Product; plan: PurchasePlan; byCard: boolean }

/**
 * The buyer's request to begin before the time of withdrawal is over, where it makes a difference, and when the
 * subscription begins without it (R11.08).
 */
export function BeginAtOnce({
  plan,
  byCard,
  terms,
  control,
  onChange,
}: Omit<Planned, 'product'> & {
  terms: OrderTerms
  control: FieldControl
  onChange: (isAsked: boolean) => void
}) {
  const t = useT()
  const hint = plan.later
    ? t(byCard ? 'shop.begins_later' : 'shop.begins_later_transfer', {
        day: formatDate(plan.later.period.from),
      })
    : t('shop.begins_only_at_once')
  return (
    <Checkbox
      name={control.name}
      label={terms.withdrawal.begin_at_once}
      hint={hint}
      error={control.error}
      checked={control.value === 'yes'}
      onChange={event => onChange(event.target.checked)}
    />
  )
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
