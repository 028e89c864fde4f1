import { useState } from 'react'
import { confirmEmailChange } from '#contract/identity/change-email.ts'
import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { routes } from '#contract/routes.ts'
import { Step } from '#web/blocks/step.tsx'
import { ChoosePasswordForm } from '#web/features/identity/choose-password-form.tsx'
import { type LinkFault, linkFault, useMailedLink } from '#web/features/identity/mailed-link.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useLoginLinks } from '#web/lib/reader/login-context.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { leaveSignedIn } from './leave.ts'

/** /login/change-email/:token: another e-mail is confirmed by one press (R13.03). */
export function ChangeEmailPage({ token }: { token: string }) {
  const t = useT()
  const [state, setState] = useMailedLink('email_change', token)
  const [done, setDone] = useState(false)
  const submission = useSubmission([], async () => {
    try {
      await call(confirmEmailChange, { params: { token } })
      setDone(true)
    } catch (error) {
      const fault = linkFault(error)
      if (!fault) throw error
      setState(fault)
    }
  })
  const settings = new URL(routes.settings.path, runtimeConfig().hosts.account).href
  if (done) {
    return (
      <Step
        key="done"
        title={t('email_link.change.done_title')}
        focus="title"
        lead={t('email_link.change.done_lead')}
      >
        <Actions>
          <ButtonLink variant="primary" href={settings}>
            {t('email_link.change.to_settings')}
          </ButtonLink>
        </Actions>
      </Step>
    )
  }
  if (state === 'asked') return <Coming />
  if (state !== 'open') {
    const lead = {
      invalid: t('email_link.change.invalid'),
      expired: t('email_link.change.expired', { hours: linkLifeHours.emailChange }),
    }[state]
    return (
      <Refused fault={state} lead={lead} to={{ label: t('email_link.change.to_settings'), href: settings }} />
    )
  }
  return (
    <Step title={t('email_link.change.title')} focus="title" lead={t('email_link.change.lead')}>
      <Form {...submission} submitLabel={t('email_link.change.submit')}>
        {null}
      </Form>
    </Step>
  )
}

/** /login/take-back-email/:token: the former e-mail and a new password, everybody is signed out (R13.03). */
export function TakeBackEmailPage({ token }: { token: string }) {
  const t = useT()
  const to = useLoginLinks()
  const { helpdesk_email: helpdesk } = runtimeConfig()
  const [state, setState] = useMailedLink('email_take_back', token)
  if (state === 'asked') return <Coming />
  if (state !== 'open') {
    const act = {
      invalid: { label: t('login.password.submit'), href: to('/login') },
      expired: { label: t('email_link.helpdesk'), href: `mailto:${helpdesk}` },
    }[state]
    const lead = {
      invalid: t('email_link.take_back.invalid'),
      expired: t('email_link.take_back.expired', { helpdesk }),
    }[state]
    return <Refused fault={state} lead={lead} to={act} />
  }
  return (
    <Step title={t('email_link.take_back.title')} focus="title" lead={t('email_link.take_back.lead')}>
      <ChoosePasswordForm
        submitLabel={t('email_link.take_back.submit')}
        kind="email_take_back"
        token={token}
        onDone={leaveSignedIn}
        onLinkFault={setState}
      />
    </Step>
  )
}

function Coming() {
  const t = useT()
  return <Skeleton label={t('common.loading')} shape="answer" />
}

/** A link that is refused: why, and what to do. */
function Refused({
  fault,
  lead,
  to,
}: {
  fault: LinkFault
  lead: string
  to: { label: string; href: string }
}) {
  const t = useT()
  return (
    <Step key={fault} title={t(`login.link.${fault}_title`)} focus="title" lead={lead}>
      <Actions>
        <ButtonLink variant="primary" href={to.href}>
          {to.label}
        </ButtonLink>
      </Actions>
    </Step>
  )
}
