import { ActivateCoupon } from '#web/features/coupons/activate-coupon/activate-coupon.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'

/** /predplatne-cez-kod: a subscription by an activation code or a present (R2.11). */
export default function SubscriptionCodePage() {
  const t = useT()
  return (
    <>
      <Heading level={1} look="label">
        {t('main.subscription_code_title')}
      </Heading>
      <ActivateCoupon />
    </>
  )
}
