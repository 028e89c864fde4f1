import { useState } from 'react'
import { groupCouponCode } from '#contract/coupons/coupon-code.ts'
import { activateCoupon, type CouponPreview as Preview } from '#contract/coupons/coupons.ts'
import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { Unlocks } from '#web/blocks/unlocks.tsx'
import { call, renewToken } from '#web/lib/call/api.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Problems } from '#web/ui/problems.tsx'
import styles from './coupon.module.css'
import { CouponObstacle } from './coupon-obstacle.tsx'
import { beginsLater, givesText, lastUseText } from './coupon-words.ts'
import { GiftWords } from './gift-words.tsx'

type CouponPreviewProps = {
  code: string
  preview: Preview
  onOther: () => void
  /** Called before the page is left for the obstacle's. */
  onLeave: () => void
  onUsed: (given: Subscription) => void
}

/** Preview of a code, with the button that activates it, or the obstacle in its place. */
export function CouponPreview({ code, preview, onOther, onLeave, onUsed }: CouponPreviewProps) {
  const t = useT()
  const use = useUse(code, onUsed)
  const [nowMs] = useState(() => serverTimeMs())
  return (
    <section className={styles.preview} aria-labelledby="coupon-gives">
      <Heading level={2} look="answer" id="coupon-gives" arrives>
        {givesText(preview, nowMs)}
      </Heading>
      {preview.gift && <GiftWords {...preview.gift} />}
      {preview.obstacle ? (
        <CouponObstacle
          obstacle={preview.obstacle}
          renewingId={preview.renewing_subscription_id}
          onOther={onOther}
          onLeave={onLeave}
        />
      ) : (
        <>
          <p className={styles.then}>
            {t(beginsLater(preview, nowMs) ? 'coupon.begins_later' : 'coupon.begins_now')}
          </p>
          <Problems texts={use.problems} />
          <Actions>
            <Button variant="primary" onClick={use.onSubmit} busy={use.busy}>
              {t('coupon.use')}
            </Button>
            <Button variant="quiet" busy={use.busy} onClick={onOther}>
              {t('coupon.other')}
            </Button>
          </Actions>
        </>
      )}
      <div className={styles.note}>
        <p className={styles.written}>{t('coupon.code', { code: written(code) })}</p>
        <p>{lastUseText(preview)}</p>
      </div>
      <Unlocks offer={preview} title={t('coupon.unlocks')} level={3} />
    </section>
  )
}

/** Activates the code. Retries use the same idempotency key, so a lost answer is replayed. */
function useUse(code: string, onUsed: (given: Subscription) => void) {
  const params = useOwnParams()
  const [key] = useState(randomKey)
  return useSubmission([], async () => {
    const headers = { 'idempotency-key': key }
    const given = await call(activateCoupon, { params, body: { code } }, { headers })
    void invalidate(listSubscriptions)
    void renewToken('roles')
    onUsed(given)
  })
}

/** The code in printed form. */
const written = (code: string): string => groupCouponCode(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))

const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
