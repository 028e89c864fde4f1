import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { requestNewPassword } from '#contract/identity/identity.ts'
import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { RequestNewPasswordForm } from '#web/features/identity/request-new-password/request-new-password-form.tsx'
import { call } from '#web/lib/api.ts'
import { useT } from '#web/lib/i18n.ts'
import { RichText } from '#web/lib/rich-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useLogin, useLoginLinks } from './login-context.ts'
import { MailSent } from './mail-sent.tsx'
import { Step, Ways } from './step.tsx'

/** /login/forgotten-password */
export function ForgottenPasswordPage() {
  const t = useT()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { email, setEmail } = useLogin()
  const to = useLoginLinks()
  const here = to('/login/forgotten-password')

  if (params.get('step') === 'sent') {
    if (email === '') return <Navigate to={here} replace />
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
    <Step key="form" title={t('login.forgotten.title')} focus="field" lead={t('login.forgotten.lead')}>
      <RequestNewPasswordForm
        email={email}
        onEmailChange={setEmail}
        onSent={() => void navigate(to('/login/forgotten-password', 'sent'))}
      />
      <Ways>
        <TextLink standalone href={to('/login')}>
          {t('login.back')}
        </TextLink>
      </Ways>
    </Step>
  )
}
