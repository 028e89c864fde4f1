import { Step } from '#web/blocks/step.tsx'
import { ChoosePasswordForm } from '#web/features/identity/choose-password-form.tsx'
import { useMailedLink } from '#web/features/identity/mailed-link.ts'
import { useLoginLinks } from '#web/lib/reader/login-context.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { leaveSignedIn } from './leave.ts'
import { LinkComing, LinkRefused } from './link-refused.tsx'

/** /login/take-back-email/:token: the former e-mail and a new password, everybody is signed out (R13.03). */
export default function TakeBackEmailPage({ token }: { token: string }) {
  const t = useT()
  const to = useLoginLinks()
  const { helpdesk_email: helpdesk } = runtimeConfig()
  const [state, setState] = useMailedLink('email_take_back', token)
  if (state === 'asked') return <LinkComing />
  if (state !== 'open') {
    const act = {
      invalid: { label: t('login.password.submit'), href: to('/login') },
      expired: { label: t('email_link.helpdesk'), href: `mailto:${helpdesk}` },
    }[state]
    const lead = {
      invalid: t('email_link.take_back.invalid'),
      expired: t('email_link.take_back.expired', { helpdesk }),
    }[state]
    return <LinkRefused fault={state} lead={lead} to={act} />
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
