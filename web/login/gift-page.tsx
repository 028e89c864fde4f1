import { Suspense, useCallback, useEffect, useState } from 'react'
import { type GiftOffer, readGift } from '#contract/gifts/gift-offers.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FailedStep } from '../blocks/failed-step.tsx'
import { GiftDead, type GiftFault, giftFaultOf } from '../features/gifts/read-gift/gift-dead.tsx'
import { GiftOpen } from '../features/gifts/read-gift/gift-open.tsx'

type State =
  | { step: 'loading' }
  | { step: 'failed' }
  | { step: 'dead'; fault: GiftFault }
  | { step: 'open'; gift: GiftOffer }

/** /login/gift/:code: somebody gives a subscription. Opening it changes nothing; the button does. */
export default function GiftPage({ code }: { code: string }) {
  const t = useT()
  const [state, setState] = useState<State>({ step: 'loading' })
  const read = useCallback(() => {
    const asking = new AbortController()
    call(readGift, { params: { code } }, { signal: asking.signal }).then(
      gift => setState({ step: 'open', gift }),
      (error: unknown) => {
        if (asking.signal.aborted) return
        const fault = giftFaultOf(error instanceof ApiError ? error : undefined)
        setState(fault ? { step: 'dead', fault } : { step: 'failed' })
      },
    )
    return () => asking.abort()
  }, [code])
  useEffect(read, [read])
  const coming = <Skeleton label={t('common.loading')} shape="answer" />

  if (state.step === 'loading') return coming
  if (state.step === 'dead') return <GiftDead fault={state.fault} />
  if (state.step === 'failed') {
    const retry = () => {
      setState({ step: 'loading' })
      read()
    }
    return <FailedStep title={t('gift_offer.load_failed')} onRetry={retry} />
  }
  return (
    <Suspense fallback={coming}>
      <GiftOpen code={code} gift={state.gift} onFault={fault => setState({ step: 'dead', fault })} />
    </Suspense>
  )
}
