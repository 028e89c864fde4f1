import type { ReactNode } from 'react'
import { signOut } from '#contract/identity/identity.ts'
import { call } from '#web/lib/api.ts'
import { useT } from '#web/lib/i18n.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { useLogin } from './login-context.ts'

/** Says who is signed in, and lets somebody else sign in instead. */
export function OtherReader({ children }: { children: ReactNode }) {
  const t = useT()
  const { forgetReader } = useLogin()
  const leaving = useSubmission([], async () => {
    await call(signOut, {})
    forgetReader()
  })
  return (
    <div>
      <Problems texts={leaving.problems} />
      <p>{children}</p>
      <Button variant="quiet" onClick={leaving.onSubmit} busy={leaving.busy}>
        {t('login.signed_in.other')}
      </Button>
    </div>
  )
}
