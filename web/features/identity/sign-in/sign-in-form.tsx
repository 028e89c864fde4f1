import { useState } from 'react'
import { signIn } from '#contract/identity/central-login.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Checkbox } from '#web/ui/choice.tsx'
import { Form } from '#web/ui/form.tsx'
import { ChosenEmail } from '../chosen-email.tsx'
import { PasswordField } from '../password-field.tsx'

type SignInFormProps = {
  email: string
  /** Address of the step where the e-mail is typed. */
  changeHref: string
  /** Address of the page that mails a link for a new password. */
  forgottenHref: string
  password: string
  onPasswordChange: (password: string) => void
  /** Called with the session's cookies set; the form stays busy until the page is left. */
  onSignedIn: () => Promise<void>
}

/** Second step: the password. */
export function SignInForm(props: SignInFormProps) {
  const { email, password } = props
  const t = useT()
  // Opt-in: a persistent session needs consent.
  const [remember, setRemember] = useState(false)
  const send = async () => {
    await call(signIn, { body: { email, password, remember } })
    await props.onSignedIn()
  }
  // The API does not reveal which of the two is wrong. The e-mail was checked in the step before, so the error
  // is shown at the password.
  const submission = useSubmission(['password'], send, { bad_credentials: 'password' })
  const { failure } = submission
  return (
    <Form {...submission} submitLabel={t('login.password.submit')}>
      <ChosenEmail email={email} changeHref={props.changeHref} />
      <PasswordField
        label={t('login.password')}
        error={
          failure?.keys['password'] === 'bad_credentials' ? (
            <RichText id="login.password.wrong" links={{ link: props.forgottenHref }} />
          ) : (
            failure?.fields['password']
          )
        }
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={props.onPasswordChange}
      />
      <Checkbox
        label={t('login.password.remember')}
        hint={t('login.password.remember_hint')}
        checked={remember}
        onChange={event => setRemember(event.target.checked)}
      />
    </Form>
  )
}
