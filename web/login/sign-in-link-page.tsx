import { requestSignInLink, signInLinkRefusals, signInLinkRules } from '#contract/identity/sign-in-link.ts'
import { SignInCodeForm } from '#web/features/identity/sign-in-by-code/sign-in-code-form.tsx'
import { SignInByLinkForm } from '#web/features/identity/sign-in-by-link/sign-in-by-link-form.tsx'
import { call } from '#web/lib/call/api.ts'
import { useLogin, useLoginLinks, useParameters } from '#web/lib/reader/login-context.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Step, Ways } from '../blocks/step.tsx'
import { leaveSignedIn, nextAddress } from './leave.ts'
import { MailSent } from './mail-sent.tsx'

/** /login/sign-in/:token: opening it changes nothing, since mail scanners follow links; the button does. */
export function SignInLinkPage({ token }: { token: string }) {
  const t = useT()
  const to = useLoginLinks()
  const told = useParameters().get('refused')
  return (
    <Step title={t('login.link_by_mail.title')} focus="title" lead={t('login.link_by_mail.lead')}>
      <SignInByLinkForm
        token={token}
        refused={signInLinkRefusals.find(key => key === told)}
        onSignedIn={leaveSignedIn}
      />
      <Ways>
        <TextLink standalone href={to('/login')}>
          {t('login.back')}
        </TextLink>
      </Ways>
    </Step>
  )
}

/** Mails a sign-in link, which leads on to where the login does. */
export const askForLink = (email: string, remember: boolean): Promise<void> => {
  const url = new URLSearchParams(location.search).has('url') ? nextAddress() : ''
  return call(requestSignInLink, {
    body: { email, remember, ...(url !== '' && url.length <= 2000 && { url }) },
  })
}

/** The link was mailed; its code is typed here. The same for every address (no user enumeration). */
export function SignInLinkSent({ remember, changeHref }: { remember: boolean; changeHref: string }) {
  const { email } = useLogin()
  const values = { email, minutes: signInLinkRules.lifeMinutes }
  return (
    <MailSent
      lead={<RichText id="login.link_by_mail.sent" values={values} />}
      sendAgain={() => askForLink(email, remember)}
      changeHref={changeHref}
    >
      <SignInCodeForm onSignedIn={leaveSignedIn} />
    </MailSent>
  )
}
