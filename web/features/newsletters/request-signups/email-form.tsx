import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { Email } from '#contract/wire.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { faultsOf } from '#web/lib/faults-of.ts'
import { useT } from '#web/lib/i18n.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

type EmailFormProps = {
  submitLabel: string
  variant: 'primary' | 'secondary'
  hint?: string
  /** Does the work with an address that can be one; while it is pending the form is busy. */
  send: (email: string) => Promise<unknown>
  /** What stands above the field. */
  children?: ReactNode
}

/** A form with one e-mail, checked by the contract's own rule before it is sent (R5.08). */
export function EmailForm({ submitLabel, variant, hint, send, children }: EmailFormProps) {
  const t = useT()
  const [email, setEmail] = useState('')
  const submission = useSubmission(['email'], async () => {
    refuseUnlessEmail(email)
    await send(email.trim())
  })
  return (
    <Form {...submission} submitLabel={submitLabel} variant={variant}>
      {children}
      <Field
        label={t('newsletters.email')}
        hint={hint}
        error={submission.failure?.fields['email']}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
    </Form>
  )
}

/** @throws ApiError with what the server would say of an address that cannot be one */
function refuseUnlessEmail(email: string): void {
  const faults = faultsOf(z.object({ email: Email }), { email })
  if (faults.length > 0) throw new ApiError('unprocessable_entity', { status: 422, faults })
}
