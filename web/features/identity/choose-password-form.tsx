import { useState } from 'react'
import { passwordFaults } from '#contract/identity/password.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { Form } from '#web/ui/form.tsx'
import { type LinkFault, linkFault } from './mailed-link.ts'
import { NewPasswordField } from './new-password-field.tsx'

type ChoosePasswordFormProps = {
  submitLabel: string
  /** Sends the password together with the link's token. */
  send: (password: string) => Promise<void>
  onDone: () => Promise<void>
  onLinkFault: (fault: LinkFault) => void
}

/** Form for a new password by a mailed link. */
export function ChoosePasswordForm({ submitLabel, send, onDone, onLinkFault }: ChoosePasswordFormProps) {
  const [password, setPassword] = useState('')
  const submission = useSubmission(['plain_password'], async () => {
    requireGoodPassword(password)
    try {
      await send(password)
    } catch (error) {
      const fault = linkFault(error)
      if (fault) return onLinkFault(fault)
      throw error
    }
    await onDone()
  })
  return (
    <Form {...submission} submitLabel={submitLabel}>
      <NewPasswordField
        value={password}
        onChange={setPassword}
        error={submission.failure?.fields['plain_password']}
      />
    </Form>
  )
}

/** Client-side validation with the server's rules. */
function requireGoodPassword(password: string): void {
  const keys = password === '' ? ['required'] : passwordFaults(password)
  if (keys.length === 0) return
  const faults = keys.map(key => ({ key, field: 'plain_password', message: '' }))
  throw new ApiError('unprocessable_entity', { faults })
}
