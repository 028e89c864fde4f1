import { Suspense, useState } from 'react'
import { readFamilyRequest } from '#contract/companies/family-requests.ts'
import { FailedStep } from '#web/blocks/failed-step.tsx'
import { OfferTaken } from '#web/blocks/offer-ends.tsx'
import {
  FamilyRequestDead,
  familyRequestFaults,
} from '#web/features/companies/activate-family-request/family-request-dead.tsx'
import { FamilyRequestOpen } from '#web/features/companies/activate-family-request/family-request-open.tsx'
import { doneText } from '#web/features/companies/activate-family-request/family-request-words.ts'
import { call } from '#web/lib/call/api.ts'
import { useOffer } from '#web/lib/call/use-offer.ts'
import { giverValues } from '#web/lib/reader/giver-values.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** /login/invitation/:code: a company or a family offers a place. Opening it changes nothing; the button does. */
export default function FamilyRequestPage({ code }: { code: string }) {
  const t = useT()
  const read = (signal: AbortSignal) => call(readFamilyRequest, { params: { code } }, { signal })
  const { state, retry, onFault } = useOffer(read, familyRequestFaults)
  const [takenAtMs, setTakenAtMs] = useState<number>()
  const coming = <Skeleton label={t('common.loading')} shape="answer" />

  if (state.step === 'dead') return <FamilyRequestDead fault={state.fault} />
  if (state.step === 'failed') return <FailedStep title={t('invitation.load_failed')} onRetry={retry} />
  if (state.step !== 'open') return coming
  const { offer } = state
  if (takenAtMs !== undefined) {
    return (
      <OfferTaken
        title={doneText(offer, takenAtMs)}
        lead={<RichText id="invitation.done_lead" values={giverValues(offer.from)} />}
      />
    )
  }
  return (
    <Suspense fallback={coming}>
      <FamilyRequestOpen
        code={code}
        invitation={offer}
        onTaken={() => setTakenAtMs(serverTimeMs())}
        onFault={onFault}
      />
    </Suspense>
  )
}
