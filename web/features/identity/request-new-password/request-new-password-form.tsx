import { requestNewPassword } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Form } from '#web/ui/form.tsx'
import { EmailField } from '../email-field.tsx'

type RequestNewPasswordFormProps = {
  email: string
  onEmailChange: (email: string) => void
  onSent: () => void
}

/** Form that requests a link for a new password. */
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
