import { requestNewPassword } from '#contract/identity/central-login.ts'
import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { Redirect } from '#web/blocks/redirect.tsx'
import { RequestNewPasswordForm } from '#web/features/identity/request-new-password/request-new-password-form.tsx'
import { call } from '#web/lib/call/api.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Step, Ways } from '../blocks/step.tsx'
import { useLogin, useLoginLinks, useParameters } from '../lib/reader/login-context.ts'
import { useLeadOn } from './lead-on.ts'
import { MailSent } from './mail-sent.tsx'

/** /login/forgotten-password */
export function ForgottenPasswordPage() {
  const t = useT()
  const params = useParameters()
  const { email, setEmail } = useLogin()
  const to = useLoginLinks()
  const leadOn = useLeadOn()
  const here = to('/login/forgotten-password')

  if (params.get('step') === 'sent') {
    if (email === '') return <Redirect to={here} />
    const values = { email, hours: linkLifeHours.newPassword }
    return (
      <MailSent
        key="sent"
        lead={<RichText id="login.sent.new_password" values={values} />}
        sendAgain={() => call(requestNewPassword, { body: { email } })}
        changeHref={here}
      />
    )
  }
  return (
    <Step
      key="form"
      title={t('login.forgotten.title')}
      focus="field"
      focusAtOnce
      lead={t('login.forgotten.lead')}
    >
      <RequestNewPasswordForm
        email={email}
        onEmailChange={setEmail}
        onSent={() => leadOn(to('/login/forgotten-password', 'sent'))}
      />
      <Ways>
        <TextLink standalone href={to('/login')}>
          {t('login.back')}
        </TextLink>
      </Ways>
    </Step>
  )
}
