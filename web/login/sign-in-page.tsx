import { type ComponentProps, useEffect, useState } from 'react'
import { ReaderKnown } from '#web/blocks/reader-known.tsx'
import { Redirect } from '#web/blocks/redirect.tsx'
import { UsernameForm } from '#web/features/identity/check-username/username-form.tsx'
import { SignInLinkButton } from '#web/features/identity/request-sign-in-link/sign-in-link-button.tsx'
import { SignInForm } from '#web/features/identity/sign-in/sign-in-form.tsx'
import { ProviderButtons } from '#web/features/identity/sign-in-with-provider/provider-buttons.tsx'
import { ProviderOutcomeNotice } from '#web/features/identity/sign-in-with-provider/provider-outcome-notice.tsx'
import { useProviderOutcome } from '#web/features/identity/use-provider-outcome.ts'
import type { ApiError } from '#web/lib/call/api-error.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { logFailure } from '#web/lib/log.ts'
import { navigate } from '#web/lib/navigation/navigation.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Step, Ways } from '../blocks/step.tsx'
import { useLogin, useLoginLinks, useParameters, useReader } from '../lib/reader/login-context.ts'
import { useLeadOn } from './lead-on.ts'
import { leaveSignedIn, useNextAddress } from './leave.ts'
import { isPasskeyOffered, PasskeyOffer } from './passkey-offer.tsx'
import { RegistrationSent, RegistrationStep } from './registration-page.tsx'
import { askForLink, SignInLinkSent } from './sign-in-link-page.tsx'
import { SignedIn } from './signed-in.tsx'
import { SignedOut } from './signed-out.tsx'

/** /login: first the e-mail, then password or registration; the step is in the address. */
export function SignInPage() {
  const params = useParameters()
  const { email } = useLogin()
  const to = useLoginLinks()
  // State above the steps, so that going back doesn't lose it.
  const [password, setPassword] = useState('')
  // Opt-in: a persistent session needs consent.
  const [remember, setRemember] = useState(false)
  const step = params.get('step')

  if (step !== null && email === '') return <Redirect to={to('/login')} />
  switch (step) {
    case 'password':
      return (
        <PasswordStep
          key={step}
          password={password}
          onPasswordChange={setPassword}
          remember={remember}
          onRememberChange={setRemember}
        />
      )
    case 'link':
      return <SignInLinkSent key={step} remember={remember} changeHref={to('/login')} />
    case 'passkey':
      return <PasskeyOffer key={step} />
    case 'registration':
      return <RegistrationStep key={step} changeHref={to('/login')} sentHref={to('/login', 'sent')} />
    case 'sent':
      return <RegistrationSent key={step} changeHref={to('/login')} />
    case null:
    default:
      return <FirstStep />
  }
}

function FirstStep() {
  const t = useT()
  const params = useParameters()
  // The requested page has refused the current session, so it is not offered again.
  if (params.get('auth') === 'access_denied') return <UsernameStep denied />
  return (
    <ReaderKnown coming={<Skeleton label={t('common.loading')} shape="answer" />}>
      <Known signedOut={params.has('signed_out')} />
    </ReaderKnown>
  )
}

function Known({ signedOut }: { signedOut: boolean }) {
  const reader = useReader()
  if (reader) return <SignedIn email={reader.email} />
  return signedOut ? <SignedOut /> : <UsernameStep />
}

function UsernameStep({ denied = false }: { denied?: boolean }) {
  const t = useT()
  const { email, setEmail } = useLogin()
  const to = useLoginLinks()
  const leadOn = useLeadOn()
  const outcome = useProviderOutcome()
  const refused = usePasskeys()
  const came = outcome?.outcome === 'linked' ? undefined : outcome
  // A notice above the form gets the focus first.
  const isTold = denied || came !== undefined
  return (
    <Step title={t('login.start.title')} focus="field" focusAtOnce={!isTold} lead={t('login.start.lead')}>
      {denied && (
        <Notice tone="info" live={false}>
          {t('login.start.access_denied')}
        </Notice>
      )}
      {came && <ProviderOutcomeNotice came={came} />}
      <Problems texts={refused ? [textOfError(refused)] : []} />
      <UsernameForm email={email} onEmailChange={setEmail} onNext={next => leadOn(to('/login', next))} />
      <ProviderButtons url={useNextAddress()} />
    </Step>
  )
}

/**
 * Lets the browser offer its passkeys in the e-mail's field, once the page is there; who chooses one is led on.
 *
 * @returns why a chosen one was refused
 */
function usePasskeys(): ApiError | undefined {
  const [refused, setRefused] = useState<ApiError>()
  useEffect(() => {
    const left = new AbortController()
    import('#web/features/identity/sign-in-with-passkey/await-passkey.ts')
      .then(({ awaitPasskey }) => awaitPasskey(left.signal, setRefused))
      .then(isSignedIn => (isSignedIn ? leaveSignedIn() : undefined))
      .catch((error: unknown) => logFailure('passkeys', error))
    return () => left.abort()
  }, [])
  return refused
}

type Typed = Pick<
  ComponentProps<typeof SignInForm>,
  'password' | 'onPasswordChange' | 'remember' | 'onRememberChange'
>

function PasswordStep(props: Typed) {
  const t = useT()
  const { email } = useLogin()
  const to = useLoginLinks()
  const leadOn = useLeadOn()
  const forgotten = to('/login/forgotten-password')
  return (
    <Step title={t('login.password.title')} focus="field">
      <SignInForm
        {...props}
        email={email}
        changeHref={to('/login')}
        forgottenHref={forgotten}
        onSignedIn={async () => {
          if (await isPasskeyOffered()) navigate(to('/login', 'passkey'))
          else await leaveSignedIn()
        }}
      />
      <SignInLinkButton
        ask={async () => {
          await askForLink(email, props.remember)
          leadOn(to('/login', 'link'))
        }}
      />
      <Ways>
        <TextLink standalone href={forgotten}>
          {t('login.password.forgotten')}
        </TextLink>
      </Ways>
      {/* Readers who use a provider may have no password. */}
      <ProviderButtons url={useNextAddress()} />
    </Step>
  )
}
