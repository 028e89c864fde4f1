import { useState } from 'react'
import { signIn } from '#contract/identity/identity.ts'
import { call } from '#web/lib/api.ts'
import { useT } from '#web/lib/i18n.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Checkbox } from '#web/ui/choice.tsx'
import { Form } from '#web/ui/form.tsx'
import { ChosenEmail } from '../chosen-email.tsx'
import { PasswordField } from '../password-field.tsx'

type SignInFormProps = {
  email: string
  /** Address of the step where the e-mail is typed. */
  changeHref: string
  password: string
  onPasswordChange: (password: string) => void
  /** Called with the session's cookies in place; the form stays busy until the page is left. */
  onSignedIn: () => Promise<void>
}

/** The password of an e-mail already given. */
export function SignInForm(props: SignInFormProps) {
  const { email, password } = props
  const t = useT()
  // Ticked by the reader only: what outlives the browser's closing is asked for.
  const [remember, setRemember] = useState(false)
  const send = async () => {
    await call(signIn, { body: { email, password, remember } })
    await props.onSignedIn()
  }
  // Which of the two is wrong is nobody's business; the reader mends it in the one field there is.
  const submission = useSubmission(['password'], send, { bad_credentials: 'password' })
  return (
    <Form {...submission} submitLabel={t('login.password.submit')}>
      <ChosenEmail email={email} changeHref={props.changeHref} />
      <PasswordField
        label={t('login.password')}
        error={submission.failure?.fields['password']}
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
