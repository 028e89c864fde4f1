import { useState } from 'react'
import { readUser, resendActivationEmail } from '#contract/identity/identity.ts'
import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { routes } from '#contract/routes.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { Answer } from './answer.tsx'

/** Whether the account is activated, and if not, a new link to do it with (R1.15, R4.04). */
export function ResendActivationEmail() {
  const query = useEndpoint(readUser, { params: useOwnParams() })
  const { data } = query
  if (data?.confirmed) return <Confirmed email={data.email} />
  // The link goes to the address that waits to be confirmed, where there is one.
  if (data) return <Unconfirmed email={data.email_change?.email ?? data.email} />
  return <Awaited query={query} shape="answer" failed="activation.load_failed" />
}

function Confirmed({ email }: { email: string }) {
  const t = useT()
  return (
    <Answer answer="activation.confirmed" lead={{ id: 'activation.confirmed_lead', values: { email } }}>
      <Actions>
        <ButtonLink href={routes.subscription.path}>{t('activation.to_subscription')}</ButtonLink>
      </Actions>
    </Answer>
  )
}

function Unconfirmed({ email }: { email: string }) {
  const t = useT()
  const params = useOwnParams()
  const [sent, setSent] = useState(0)
  const submission = useSubmission([], async () => {
    try {
      await call(resendActivationEmail, { params })
      setSent(sent + 1)
    } catch (error) {
      if (!confirmedMeanwhile(error)) throw error
      await invalidate(readUser)
    }
  })
  const failure = <Problems texts={submission.problems} />

  if (sent === 0) {
    return (
      <Answer answer="activation.unconfirmed" lead={{ id: 'activation.unconfirmed_lead', values: { email } }}>
        {failure}
        <Actions>
          <Button variant="primary" onClick={submission.onSubmit} busy={submission.busy}>
            {t('activation.send')}
          </Button>
        </Actions>
      </Answer>
    )
  }
  const values = { email, hours: linkLifeHours.activation }
  return (
    <Answer key={sent} answer="activation.sent" lead={{ id: 'activation.sent_lead', values }} arrives>
      <p>{t('activation.spam')}</p>
      {failure}
      <Actions>
        <Button onClick={submission.onSubmit} busy={submission.busy}>
          {t('activation.send_again')}
        </Button>
      </Actions>
    </Answer>
  )
}

/** Already confirmed in another window: not an error, the page is just stale. */
const confirmedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && error.faults.some(fault => fault.key === 'account_already_confirmed')
