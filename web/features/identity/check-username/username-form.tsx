import { checkUsername } from '#contract/identity/central-login.ts'
import { call } from '#web/lib/call/api.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { EmailForm, type TypedEmail } from '../email-form.tsx'

type UsernameFormProps = TypedEmail & {
  /** Called with the next step for this address. */
  onNext: (next: 'password' | 'registration') => void
}

/** First step: the e-mail alone (R7.13). */
export function UsernameForm({ onNext, ...typed }: UsernameFormProps) {
  const t = useT()
  const send = async () => {
    const { content } = await call(checkUsername, { body: { username: typed.email } })
    onNext(content.next)
  }
  return <EmailForm {...typed} name="username" submitLabel={t('login.start.submit')} send={send} />
}
