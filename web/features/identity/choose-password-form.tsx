import { useState } from 'react'
import { activateAccount, setNewPassword } from '#contract/identity/central-login.ts'
import { takeBackEmail } from '#contract/identity/change-email.ts'
import { passwordFaults } from '#contract/identity/password.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { Form } from '#web/ui/form.tsx'
import { type LinkFault, linkFault } from './mailed-link.ts'
import { NewPasswordField } from './new-password-field.tsx'

const sends = {
  activation: activateAccount,
  new_password: setNewPassword,
  email_take_back: takeBackEmail,
}

type ChoosePasswordFormProps = {
  submitLabel: string
  kind: keyof typeof sends
  /** Of the mailed link. */
  token: string
  /** Called with the reader signed in. */
  onDone: () => Promise<void>
  onLinkFault: (fault: LinkFault) => void
}

/** The first password, which activates the account (R4.04), or one in place of a forgotten one. */
export function ChoosePasswordForm({
  submitLabel,
  kind,
  token,
  onDone,
  onLinkFault,
}: ChoosePasswordFormProps) {
  const [password, setPassword] = useState('')
  const submission = useSubmission(['plain_password'], async () => {
    requireGoodPassword(password)
    try {
      await call(sends[kind], { params: { token }, body: { plain_password: password } })
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
