import { useLayoutEffect, useRef } from 'react'
import { requestEmailChange } from '#contract/identity/change-email.ts'
import { readUser, type User } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { replaceRead } from '#web/lib/call/replace-read.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { WaitingEmail } from './waiting-email.tsx'

/** Change of the e-mail, folded, or the one that waits to be confirmed from the new address (R13.03). */
export function EmailPart({ user }: { user: User }) {
  const { email_change: waiting } = user
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(waiting?.email)
  // The pressed button is gone.
  useLayoutEffect(() => {
    if (shown.current !== waiting?.email) leadFocus(part.current)
    shown.current = waiting?.email
  }, [waiting?.email])
  return (
    <div ref={part} tabIndex={-1}>
      {waiting ? <WaitingEmail change={waiting} /> : <ChangeEmailForm />}
    </div>
  )
}

function ChangeEmailForm() {
  const t = useT()
  const params = useOwnParams()
  const form = useForm({
    initial: { email: '' },
    check: values => faultsOf(requestEmailChange.body, values),
    send: async body => {
      const fresh = await call(requestEmailChange, { params, body })
      replaceRead(readUser, { params }, fresh)
    },
  })
  return (
    <Disclosure summary={t('email_change.open')}>
      <Form {...form} submitLabel={t('email_change.submit')} variant="secondary">
        <Field
          {...form.field('email')}
          label={t('email_change.label')}
          hint={t('email_change.hint')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </Form>
    </Disclosure>
  )
}
