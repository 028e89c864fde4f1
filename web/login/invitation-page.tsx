import { Suspense, useState } from 'react'
import type { FamilyRequest } from '#contract/companies/family-requests.ts'
import { type InvitationFault, useInvitation } from '#web/features/companies/take-access/use-invitation.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InvitationDead, InvitationTaken } from './invitation-ends.tsx'
import { InvitationOpen } from './invitation-open.tsx'
import { Step } from './step.tsx'

/** /login/invitation/:code: a company or a family offers a place. Opening it changes nothing; the button does. */
export default function InvitationPage({ code }: { code: string }) {
  const t = useT()
  const [fault, setFault] = useState<InvitationFault>()
  const [taken, setTaken] = useState<FamilyRequest>()
  const state = useInvitation(code)
  const coming = <Skeleton label={t('common.loading')} shape="answer" />

  if (taken) return <InvitationTaken invitation={taken} />
  if (fault) return <InvitationDead fault={fault} />
  if (state.step === 'loading') return coming
  if (state.step === 'dead') return <InvitationDead fault={state.fault} />
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
      <InvitationOpen
        code={code}
        invitation={state.invitation}
        onTaken={() => setTaken(state.invitation)}
        onFault={setFault}
      />
    </Suspense>
  )
}
