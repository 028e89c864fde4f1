import type { CouponPreview } from '#contract/coupons/coupons.ts'
import { routes } from '#contract/routes.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type CouponObstacleProps = {
  obstacle: NonNullable<CouponPreview['obstacle']>
  /** The subscription whose renewal has to be turned off first. */
  renewingId: number | null
  onOther: () => void
  onLeave: () => void
}

/** Why a valid code can't be used by this reader now, and what to do (R8.09). */
export function CouponObstacle({ obstacle, renewingId, onOther, onLeave }: CouponObstacleProps) {
  const t = useT()
  return (
    <>
      <Notice tone="warn" title={t(`coupon.obstacle.${obstacle}`)}>
        {t(`coupon.obstacle_text.${obstacle}`)}
      </Notice>
      <Actions>
        {renewingId !== null && (
          <ButtonLink
            variant="primary"
            href={`${routes.stop_recurrence.path}?predplatne=${renewingId}`}
            onClick={onLeave}
          >
            {t('coupon.stop_renewal')}
          </ButtonLink>
        )}
        <Button variant="quiet" onClick={onOther}>
          {t('coupon.other')}
        </Button>
      </Actions>
    </>
  )
}
