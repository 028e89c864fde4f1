import { useEffect, useState } from 'react'
import type { FamilyRequest } from '#contract/companies/family-requests.ts'
import { routes } from '#contract/routes.ts'
import { doneText } from '#web/features/companies/activate-family-request/family-request-words.ts'
import type { FamilyRequestFault } from '#web/features/companies/activate-family-request/use-family-request.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { type PlainMessageKey, useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Step } from '../../../blocks/step.tsx'
import { keepReturn } from '../../../lib/reader/kept-return.ts'

/** The invitation is accepted: what the reader has now, from whom, and next links. */
export function FamilyRequestTaken({ invitation }: { invitation: FamilyRequest }) {
  const t = useT()
  const { hosts } = runtimeConfig()
  const [nowMs] = useState(() => serverTimeMs())
  return (
    <Step
      title={doneText(invitation, nowMs)}
      focus="title"
      lead={<RichText id="invitation.done_lead" values={{ from: invitation.from }} />}
    >
      <Actions>
        <ButtonLink variant="primary" href={hosts.publisher}>
          {t('invitation.to_reading')}
        </ButtonLink>
        <ToSubscription />
      </Actions>
    </Step>
  )
}

const faults: Record<FamilyRequestFault, { title: PlainMessageKey; lead: PlainMessageKey }> = {
  family_request_not_found: { title: 'invitation.unknown', lead: 'invitation.unknown_lead' },
  family_code_expired: { title: 'invitation.dead', lead: 'invitation.dead_lead' },
  family_request_one_per_user: {
    title: 'invitation.have_already',
    lead: 'invitation.have_already_lead',
  },
  family_request_self_use_forbidden: { title: 'invitation.own', lead: 'invitation.own_lead' },
}

/** Why the invitation can't be accepted, and what to do (R8.08). */
export function FamilyRequestDead({ fault }: { fault: FamilyRequestFault }) {
  const t = useT()
  const { title, lead } = faults[fault]
  // Clears the return address.
  useEffect(() => keepReturn(''), [])
  return (
    <Step key={fault} title={t(title)} focus="title" lead={t(lead)}>
      <Actions>
        <ToSubscription />
      </Actions>
    </Step>
  )
}

function ToSubscription() {
  const t = useT()
  return (
    <ButtonLink href={new URL(routes.subscription.path, runtimeConfig().hosts.account).href}>
      {t('invitation.to_subscription')}
    </ButtonLink>
  )
}
