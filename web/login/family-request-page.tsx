import { Suspense, useState } from 'react'
import type { FamilyRequest } from '#contract/companies/family-requests.ts'
import {
  type FamilyRequestFault,
  useFamilyRequest,
} from '#web/features/companies/activate-family-request/use-family-request.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Step } from '../blocks/step.tsx'
import {
  FamilyRequestDead,
  FamilyRequestTaken,
} from '../features/companies/activate-family-request/family-request-ends.tsx'
import { FamilyRequestOpen } from '../features/companies/activate-family-request/family-request-open.tsx'

/** /login/invitation/:code: a company or a family offers a place. Opening it changes nothing; the button does. */
export default function FamilyRequestPage({ code }: { code: string }) {
  const t = useT()
  const [fault, setFault] = useState<FamilyRequestFault>()
  const [taken, setTaken] = useState<FamilyRequest>()
  const state = useFamilyRequest(code)
  const coming = <Skeleton label={t('common.loading')} shape="answer" />

  if (taken) return <FamilyRequestTaken invitation={taken} />
  if (fault) return <FamilyRequestDead fault={fault} />
  if (state.step === 'loading') return coming
  if (state.step === 'dead') return <FamilyRequestDead fault={state.fault} />
  if (state.step === 'failed') {
    return (
      <Step title={t('invitation.load_failed')} focus="title">
        <Actions>
          <Button variant="primary" onClick={state.retry}>
            {t('common.retry')}
          </Button>
        </Actions>
      </Step>
    )
  }
  return (
    <Suspense fallback={coming}>
      <FamilyRequestOpen
        code={code}
        invitation={state.invitation}
        onTaken={() => setTaken(state.invitation)}
        onFault={setFault}
      />
    </Suspense>
  )
}
