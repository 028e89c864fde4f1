import { requestNewPassword } from '#contract/identity/central-login.ts'
import { call } from '#web/lib/call/api.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { EmailForm, type TypedEmail } from '../email-form.tsx'

/** Form that requests a link for a new password. */
export function RequestNewPasswordForm({ onSent, ...typed }: TypedEmail & { onSent: () => void }) {
  const t = useT()
  const send = async () => {
    await call(requestNewPassword, { body: { email: typed.email } })
    onSent()
  }
  return <EmailForm {...typed} name="email" submitLabel={t('login.forgotten.submit')} send={send} />
}
