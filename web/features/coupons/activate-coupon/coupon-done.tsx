import { routes } from '#contract/routes.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { doneText } from './coupon-words.ts'

/** After activation: what the reader has now, and next actions. */
export function CouponDone({ given, onAnother }: { given: Subscription; onAnother: () => void }) {
  const t = useT()
  return (
    <>
      <Lead
        answer={doneText(given)}
        then={t(given.state === 'future' ? 'coupon.done_later_lead' : 'coupon.done_lead')}
        arrives
      />
      <Actions>
        <ButtonLink variant="primary" href={routes.subscription.path}>
          {t('coupon.to_subscription')}
        </ButtonLink>
        <Button variant="quiet" onClick={onAnother}>
          {t('coupon.another')}
        </Button>
      </Actions>
    </>
  )
}
