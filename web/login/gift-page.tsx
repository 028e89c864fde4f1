import { Suspense } from 'react'
import { readGift } from '#contract/gifts/gift-offers.ts'
import { FailedStep } from '#web/blocks/failed-step.tsx'
import { GiftDead, giftFaults } from '#web/features/gifts/read-gift/gift-dead.tsx'
import { GiftOpen } from '#web/features/gifts/read-gift/gift-open.tsx'
import { call } from '#web/lib/call/api.ts'
import { useOffer } from '#web/lib/call/use-offer.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** /login/gift/:code: somebody gives a subscription. Opening it changes nothing; the button does. */
export default function GiftPage({ code }: { code: string }) {
  const t = useT()
  const read = (signal: AbortSignal) => call(readGift, { params: { code } }, { signal })
  const { state, retry, onFault } = useOffer(read, giftFaults)
  const coming = <Skeleton label={t('common.loading')} shape="answer" />

  if (state.step === 'dead') return <GiftDead fault={state.fault} />
  if (state.step === 'failed') return <FailedStep title={t('gift_offer.load_failed')} onRetry={retry} />
  if (state.step !== 'open') return coming
  return (
    <Suspense fallback={coming}>
      <GiftOpen code={code} gift={state.offer} onFault={onFault} />
    </Suspense>
  )
}
