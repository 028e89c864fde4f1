import { useState } from 'react'
import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import type { LinkFault } from '#web/features/identity/choose-password-form.tsx'
import { SetNewPasswordForm } from '#web/features/identity/set-new-password/set-new-password-form.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { leaveSignedIn } from './leave.ts'
import { LinkFaultStep } from './link-fault-step.tsx'
import { useLoginLinks } from './login-context.ts'
import { Step } from './step.tsx'

/** /login/new-password/:token. Opening it changes nothing; the button does. */
export function NewPasswordPage({ token }: { token: string }) {
  const t = useT()
  const to = useLoginLinks()
  const [fault, setFault] = useState<LinkFault>()
  const newLink = { label: t('login.link.send_new'), href: to('/login/forgotten-password') }
  const signIn = { label: t('login.password.submit'), href: to('/login') }

  if (fault === 'invalid') {
    return (
      <LinkFaultStep
        title={t('login.link.invalid_title')}
        lead={t('login.renew.invalid')}
        ways={[newLink, signIn]}
      />
    )
  }
  if (fault === 'expired') {
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
      <SetNewPasswordForm token={token} onDone={leaveSignedIn} onLinkFault={setFault} />
    </Step>
  )
}
