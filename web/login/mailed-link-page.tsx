import type { LinkKind } from '#contract/identity/central-login.ts'
import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { Step } from '#web/blocks/step.tsx'
import { ChoosePasswordForm } from '#web/features/identity/choose-password-form.tsx'
import { type LinkFault, useMailedLink } from '#web/features/identity/mailed-link.ts'
import { useLoginLinks } from '#web/lib/reader/login-context.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { leaveSignedIn } from './leave.ts'

const links = {
  activation: { texts: 'activate', renewal: '/login/registration', hours: linkLifeHours.activation },
  new_password: {
    texts: 'renew',
    renewal: '/login/forgotten-password',
    hours: linkLifeHours.newPassword,
  },
} as const

type Kind = keyof typeof links & LinkKind
type MailedLinkPageProps = { kind: Kind; token: string }

/**
 * /login/activate/:token, /login/new-password/:token. Opening them changes nothing, since mail scanners follow links;
 * the button does.
 */
export function MailedLinkPage({ kind, token }: MailedLinkPageProps) {
  const t = useT()
  const [state, setState] = useMailedLink(kind, token)
  const { texts } = links[kind]
  if (state === 'asked') return <Skeleton label={t('common.loading')} shape="answer" />
  if (state !== 'open') return <Refused kind={kind} fault={state} />
  return (
    <Step title={t(`login.${texts}.title`)} focus="title" lead={t(`login.${texts}.lead`)}>
      <ChoosePasswordForm
        submitLabel={t(`login.${texts}.submit`)}
        kind={kind}
        token={token}
        onDone={leaveSignedIn}
        onLinkFault={setState}
      />
    </Step>
  )
}

/** A refused link: why, and two actions, the most needed first. */
function Refused({ kind, fault }: { kind: Kind; fault: LinkFault }) {
  const t = useT()
  const to = useLoginLinks()
  const { texts, renewal, hours } = links[kind]
  const again = { label: t('login.link.send_new'), href: to(renewal) }
  const signIn = { label: t('login.password.submit'), href: to('/login') }
  // An activation link that is no longer valid has mostly been used.
  const [first, second] = kind === 'activation' && fault === 'invalid' ? [signIn, again] : [again, signIn]
  return (
    <Step
      title={t(`login.link.${fault}_title`)}
      focus="title"
      lead={fault === 'invalid' ? t(`login.${texts}.invalid`) : t(`login.${texts}.expired`, { hours })}
    >
      <Actions>
        <ButtonLink variant="primary" href={first.href}>
          {first.label}
        </ButtonLink>
        <ButtonLink variant="quiet" href={second.href}>
          {second.label}
        </ButtonLink>
      </Actions>
    </Step>
  )
}
