import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

/** The e-mail of a step of the login, which the next steps have too. */
export type TypedEmail = { email: string; onEmailChange: (email: string) => void }

type EmailFormProps = TypedEmail & {
  /** The wire's name of the field. */
  name: 'email' | 'username'
  submitLabel: string
  send: () => Promise<void>
}

/** The e-mail that a reader signs in with, alone; password managers know it as the user name. */
export function EmailForm({ name, submitLabel, email, onEmailChange, send }: EmailFormProps) {
  const t = useT()
  const submission = useSubmission([name], send)
  return (
    <Form {...submission} submitLabel={submitLabel}>
      <Field
        label={t('login.email')}
        error={submission.failure?.fields[name]}
        name={name}
        type="email"
        // Where the step asks for it, the browser offers passkeys here too.
        autoComplete={name === 'username' ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        onChange={event => onEmailChange(event.target.value)}
      />
    </Form>
  )
}
