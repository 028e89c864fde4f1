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
  remember: boolean
  onRememberChange: (remember: boolean) => void
  /** Called with the session's cookies set; the form stays busy until the page is left. */
  onSignedIn: () => Promise<void>
}

/** Second step: the password. */
export function SignInForm(props: SignInFormProps) {
  const { email, password, remember } = props
  const t = useT()
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
        onChange={event => props.onRememberChange(event.target.checked)}
      />
    </Form>
  )
}
