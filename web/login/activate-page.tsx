import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { ActivateAccountForm } from '#web/features/identity/activate-account/activate-account-form.tsx'
import { useMailedLink } from '#web/features/identity/mailed-link.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Step } from '../blocks/step.tsx'
import { useLoginLinks } from '../lib/reader/login-context.ts'
import { leaveSignedIn } from './leave.ts'
import { LinkFaultStep } from './link-fault-step.tsx'

/** /login/activate/:token. Opening it changes nothing, since mail scanners follow links; the button does. */
export function ActivatePage({ token }: { token: string }) {
  const t = useT()
  const to = useLoginLinks()
  const [state, setState] = useMailedLink('activation', token)
  const newLink = { label: t('login.link.send_new'), href: to('/login/registration') }
  const signIn = { label: t('login.password.submit'), href: to('/login') }

  if (state === 'asked') return <Skeleton label={t('common.loading')} shape="answer" />
  if (state === 'invalid') {
    return (
      <LinkFaultStep
        title={t('login.link.invalid_title')}
        lead={t('login.activate.invalid')}
        ways={[signIn, newLink]}
      />
    )
  }
  if (state === 'expired') {
    return (
      <LinkFaultStep
        title={t('login.link.expired_title')}
        lead={t('login.activate.expired', { hours: linkLifeHours.activation })}
        ways={[newLink, signIn]}
      />
    )
  }
  return (
    <Step title={t('login.activate.title')} focus="title" lead={t('login.activate.lead')}>
      <ActivateAccountForm token={token} onDone={leaveSignedIn} onLinkFault={setState} />
    </Step>
  )
}
