import { ActivateCoupon } from '#web/features/coupons/activate-coupon/activate-coupon.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { BlockedByAnonymization } from './blocked-by-anonymization.tsx'

/** /predplatne-cez-kod: a subscription by an activation code or a present (R2.11). */
export default function SubscriptionCodePage() {
  const t = useT()
  return (
    <BlockedByAnonymization instead={<p>{t('coupon.closed')}</p>}>
      <ActivateCoupon />
    </BlockedByAnonymization>
  )
}
