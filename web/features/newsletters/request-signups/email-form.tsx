import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Email } from '#contract/wire.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

const Values = z.object({ email: Email })

type EmailFormProps = {
  submitLabel: string
  variant: 'primary' | 'secondary'
  hint?: string
  /** Called with a valid address; the form is busy while it is pending. */
  send: (email: string) => Promise<unknown>
  /** What stands above the field. */
  children?: ReactNode
}

/** A form with one e-mail, validated by the contract's schema (R5.08). */
export function EmailForm({ submitLabel, variant, hint, send, children }: EmailFormProps) {
  const t = useT()
  const form = useForm({
    initial: { email: '' },
    check: values => faultsOf(Values, values),
    send: ({ email }) => send(email.trim()),
  })
  return (
    <Form {...form} submitLabel={submitLabel} variant={variant}>
      {children}
      <Field
        {...form.field('email')}
        label={t('newsletters.email')}
        hint={hint}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </Form>
  )
}
