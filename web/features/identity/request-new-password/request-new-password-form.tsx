import { requestNewPassword } from '#contract/identity/identity.ts'
import { call } from '#web/lib/api.ts'
import { useT } from '#web/lib/i18n.ts'
import { EmailField } from '../email-field.tsx'
import { IdentityForm } from '../identity-form.tsx'
import { useSubmission } from '../use-submission.ts'

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
    <IdentityForm submission={submission} submitLabel={t('login.forgotten.submit')}>
      <EmailField
        name="email"
        value={email}
        onChange={onEmailChange}
        error={submission.failure?.fields['email']}
      />
    </IdentityForm>
  )
}
