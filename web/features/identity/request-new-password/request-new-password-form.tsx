import { requestNewPassword } from '#contract/identity/identity.ts'
import { call } from '#web/lib/api.ts'
import { useT } from '#web/lib/i18n.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Form } from '#web/ui/form.tsx'
import { EmailField } from '../email-field.tsx'

type RequestNewPasswordFormProps = {
  email: string
  onEmailChange: (email: string) => void
  onSent: () => void
}

/** Asks for a link to choose a new password. */
export function RequestNewPasswordForm({ email, onEmailChange, onSent }: RequestNewPasswordFormProps) {
  const t = useT()
  const submission = useSubmission(['email'], async () => {
    await call(requestNewPassword, { body: { email } })
    onSent()
  })
  return (
    <Form {...submission} submitLabel={t('login.forgotten.submit')}>
      <EmailField
        name="email"
        value={email}
        onChange={onEmailChange}
        error={submission.failure?.fields['email']}
      />
    </Form>
  )
}
