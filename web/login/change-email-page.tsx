import { useState } from 'react'
import { confirmEmailChange } from '#contract/identity/change-email.ts'
import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { routes } from '#contract/routes.ts'
import { Step } from '#web/blocks/step.tsx'
import { linkFault, useMailedLink } from '#web/features/identity/mailed-link.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { LinkComing, LinkRefused } from './link-refused.tsx'

/** /login/change-email/:token: another e-mail is confirmed by one press (R13.03). */
export default function ChangeEmailPage({ token }: { token: string }) {
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
  if (state === 'asked') return <LinkComing />
  if (state !== 'open') {
    const lead = {
      invalid: t('email_link.change.invalid'),
      expired: t('email_link.change.expired', { hours: linkLifeHours.emailChange }),
    }[state]
    return (
      <LinkRefused
        fault={state}
        lead={lead}
        to={{ label: t('email_link.change.to_settings'), href: settings }}
      />
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
