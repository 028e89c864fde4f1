import type { ReactNode } from 'react'
import { signOut } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { useLogin } from '../lib/reader/login-context.ts'

/** Shows who is signed in, with a button to switch accounts. */
export function OtherReader({ children }: { children: ReactNode }) {
  const { problems, button } = useOtherReader()
  return (
    <div>
      <Problems texts={problems} />
      <p>{children}</p>
      {button}
    </div>
  )
}

/** Button that signs the current reader out to switch accounts, and its errors. */
export function useOtherReader(): { problems: readonly string[]; button: ReactNode } {
  const t = useT()
  const { forgetReader } = useLogin()
  const { problems, onSubmit, busy } = useSubmission([], async () => {
    await call(signOut, {})
    forgetReader()
  })
  const button = (
    <Button variant="quiet" onClick={onSubmit} busy={busy}>
      {t('login.signed_in.other')}
    </Button>
  )
  return { problems, button }
}
