import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { Redirect } from '#web/blocks/redirect.tsx'
import {
  type Origin,
  RegistrationForm,
  requestAccount,
} from '#web/features/identity/register/registration-form.tsx'
import { ProviderButtons } from '#web/features/identity/sign-in-with-provider/provider-buttons.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Step, Ways } from '../blocks/step.tsx'
import { useLogin, useLoginLinks, useParameters } from '../lib/reader/login-context.ts'
import { useLeadOn } from './lead-on.ts'
import { useNextAddress } from './leave.ts'
import { MailSent } from './mail-sent.tsx'

/** /login/registration: for links that lead straight here. */
export function RegistrationPage() {
  const params = useParameters()
  const { email } = useLogin()
  const to = useLoginLinks()
  const here = to('/login/registration')
  if (params.get('step') !== 'sent') {
    return <RegistrationStep key="form" sentHref={to('/login/registration', 'sent')} />
  }
  return email === '' ? <Redirect to={here} /> : <RegistrationSent key="sent" changeHref={here} />
}

type RegistrationStepProps = {
  /** Address of the step where the e-mail was typed, when it was typed before. */
  changeHref?: string
  sentHref: string
}

/** Registration, with an e-mail typed here or in the step before. */
export function RegistrationStep({ changeHref, sentHref }: RegistrationStepProps) {
  const t = useT()
  const { email, setEmail } = useLogin()
  const to = useLoginLinks()
  const leadOn = useLeadOn()
  const next = useNextAddress()
  const typedBefore = changeHref !== undefined
  return (
    <Step
      title={t('login.registration.title')}
      focus={typedBefore ? 'title' : 'field'}
      focusAtOnce={!typedBefore}
      lead={t(typedBefore ? 'login.registration.unknown' : 'login.registration.lead')}
    >
      <RegistrationForm
        {...(typedBefore && { changeHref })}
        email={email}
        onEmailChange={setEmail}
        origin={useOrigin()}
        onSent={() => leadOn(sentHref)}
      />
      {!typedBefore && <ProviderButtons url={next} />}
      {!typedBefore && (
        <Ways>
          <p>
            <RichText id="login.registration.have_account" links={{ link: to('/login') }} />
          </p>
        </Ways>
      )}
    </Step>
  )
}

/** The mail was sent; this screen is the same for every address (no user enumeration). */
export function RegistrationSent({ changeHref }: { changeHref: string }) {
  const { email } = useLogin()
  const origin = useOrigin()
  const values = { email, hours: linkLifeHours.activation }
  return (
    <MailSent
      lead={<RichText id="login.sent.registration" values={values} />}
      sendAgain={() => requestAccount(email, origin)}
      changeHref={changeHref}
    />
  )
}

/** Values too long for the API are dropped: statistics must not block a registration. */
function useOrigin(): Origin {
  const params = useParameters()
  const next = useNextAddress()
  const referer = params.has('url') ? next : ''
  return {
    source: params.get('source')?.slice(0, 200),
    referer: referer.length <= 2000 ? referer : undefined,
  }
}
