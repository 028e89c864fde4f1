import type { Product } from '#contract/orders/products.ts'
import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { formatDate } from '#web/lib/format.ts'
import { useT } from '#web/lib/i18n.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Tells whoever has already what a product gives that the new period will begin after it. */
export function PresentSubscription({ product, userId }: { product: Product; userId: string }) {
  const t = useT()
  const { data } = useEndpoint(listSubscriptions, { params: { userId } })
  const present = data && lastCovering(data.items, product)
  if (!present) return null
  const until = formatDate(new Date(Date.parse(present.period.to) - 1).toISOString())
  return (
    <Notice tone="info" title={t('shop.present', { name: present.type.name, until })}>
      {t(present.recurrence.state === 'on' ? 'shop.present_renews' : 'shop.present_after')}
    </Notice>
  )
}

/** The last to end of those that give everything that the product gives; devices are a measure of their own. */
function lastCovering(items: readonly Subscription[], { access }: Product): Subscription | undefined {
  const wanted = access.filter(flag => !flag.startsWith('device'))
  return items
    .filter(each => each.state !== 'inactive' && wanted.every(flag => each.access.includes(flag)))
    .sort((a, b) => Date.parse(b.period.to) - Date.parse(a.period.to))[0]
}
