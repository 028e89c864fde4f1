import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { useMailedLink } from '#web/features/identity/mailed-link.ts'
import { SetNewPasswordForm } from '#web/features/identity/set-new-password/set-new-password-form.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Step } from '../blocks/step.tsx'
import { useLoginLinks } from '../lib/reader/login-context.ts'
import { leaveSignedIn } from './leave.ts'
import { LinkFaultStep } from './link-fault-step.tsx'

/** /login/new-password/:token. Opening it changes nothing; the button does. */
export function NewPasswordPage({ token }: { token: string }) {
  const t = useT()
  const to = useLoginLinks()
  const [state, setState] = useMailedLink('new_password', token)
  const newLink = { label: t('login.link.send_new'), href: to('/login/forgotten-password') }
  const signIn = { label: t('login.password.submit'), href: to('/login') }

  if (state === 'asked') return <Skeleton label={t('common.loading')} shape="answer" />
  if (state === 'invalid') {
    return (
      <LinkFaultStep
        title={t('login.link.invalid_title')}
        lead={t('login.renew.invalid')}
        ways={[newLink, signIn]}
      />
    )
  }
  if (state === 'expired') {
    return (
      <LinkFaultStep
        title={t('login.link.expired_title')}
        lead={t('login.renew.expired', { hours: linkLifeHours.newPassword })}
        ways={[newLink, signIn]}
      />
    )
  }
  return (
    <Step title={t('login.renew.title')} focus="title" lead={t('login.renew.lead')}>
      <SetNewPasswordForm token={token} onDone={leaveSignedIn} onLinkFault={setState} />
    </Step>
  )
}
