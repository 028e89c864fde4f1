import type { Product } from '#contract/orders/products.ts'
import type { PurchasePlan } from '#contract/orders/purchase-plan.ts'
import { formatDate, formatLastDay, formatMoney } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import { presentText } from '../present-text.ts'

type HowItBeginsProps = { product: Product; plan: PurchasePlan }

/** Explains how a purchase combines with the reader's subscriptions, before payment (R11.01). */
export function HowItBegins({ product, plan }: HowItBeginsProps) {
  const t = useT()
  const { begins, period } = plan
  const present = presentText(plan.present)
  const values = { name: product.name, present, until: formatLastDay(period.to) }
  const renewal = plan.next_payment.bank_transfer
  const then = renewal
    ? t(begins === 'after' ? 'shop.renewal_after' : 'shop.renewal_goes_on', {
        charge: formatDate(renewal.at),
        price: formatMoney(renewal.price),
      })
    : ''
  if (begins === 'at_once') return null
  if (begins === 'beside') {
    return (
      <Notice tone="info" title={t('shop.beside', { present })}>
        {t('shop.beside_text', values)}
      </Notice>
    )
  }
  if (begins === 'after') {
    return (
      <Notice tone="info" title={t('shop.present', { present })}>
        {plan.later
          ? t('shop.present_after_request', { from: formatDate(period.from) })
          : `${t('shop.present_after', { from: formatDate(period.from) })} ${then}`}
      </Notice>
    )
  }
  return plan.for_the_rest ? (
    <Notice tone="info" title={t('shop.instead_rest', { price: formatMoney(plan.price) })}>
      {t('shop.instead_rest_text', values)} {then}
    </Notice>
  ) : (
    <Notice tone="info" title={t('shop.instead', { credit: formatMoney(plan.credit) })}>
      {t('shop.instead_text', values)} {then}
    </Notice>
  )
}
