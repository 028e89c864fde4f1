import type { CouponPreview } from '#contract/coupons/coupons.ts'
import { routes } from '#contract/routes.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { keepCode } from './kept-code.ts'

type CouponObstacleProps = {
  code: string
  obstacle: NonNullable<CouponPreview['obstacle']>
  /** The subscription whose renewal has to be turned off first. */
  renewingId: number | null
  onOther: () => void
}

/** Why a valid code can't be used by this reader now, and what to do (R8.09). */
export function CouponObstacle({ code, obstacle, renewingId, onOther }: CouponObstacleProps) {
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
            onClick={() => keepCode(code)}
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
