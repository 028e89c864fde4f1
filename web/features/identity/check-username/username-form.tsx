import { checkUsername } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Form } from '#web/ui/form.tsx'
import { EmailField } from '../email-field.tsx'

type UsernameFormProps = {
  email: string
  onEmailChange: (email: string) => void
  /** Called with the next step for this address. */
  onNext: (next: 'password' | 'registration') => void
}

/** First step: the e-mail alone (R7.13). */
export function UsernameForm({ email, onEmailChange, onNext }: UsernameFormProps) {
  const t = useT()
  const submission = useSubmission(['username'], async () => {
    const { content } = await call(checkUsername, { body: { username: email } })
    onNext(content.next)
  })
  return (
    <Form {...submission} submitLabel={t('login.start.submit')}>
      <EmailField
        name="username"
        value={email}
        onChange={onEmailChange}
        error={submission.failure?.fields['username']}
      />
    </Form>
  )
}
