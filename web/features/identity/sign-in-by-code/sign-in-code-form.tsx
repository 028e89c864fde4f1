import { useState } from 'react'
import { signInByCode } from '#contract/identity/sign-in-link.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

/** The code of a mailed link, for whoever reads mail elsewhere. */
export function SignInCodeForm({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const t = useT()
  const [code, setCode] = useState('')
  const send = async () => {
    await call(signInByCode, { body: { code } })
    await onSignedIn()
  }
  const submission = useSubmission(['code'], send, { control_code_expired: 'code', link_blocked: 'code' })
  return (
    <Form {...submission} submitLabel={t('login.password.submit')}>
      <Field
        label={t('login.link_by_mail.code')}
        hint={t('login.link_by_mail.code_hint')}
        error={submission.failure?.fields['code']}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        value={code}
        onChange={event => setCode(event.target.value)}
      />
    </Form>
  )
}
