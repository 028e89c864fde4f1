import { signOut } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Step } from '../blocks/step.tsx'
import { useLogin } from '../lib/reader/login-context.ts'
import { nextAddress } from './leave.ts'

/** Already signed in: continue, or switch accounts. */
export function SignedIn({ email }: { email: string }) {
  const t = useT()
  const { forgetReader } = useLogin()
  const leaving = useSubmission([], async () => {
    await call(signOut, {})
    forgetReader()
  })
  return (
    <Step
      title={t('login.signed_in.title')}
      focus="title"
      lead={<RichText id="login.signed_in.lead" values={{ email }} />}
    >
      <Problems texts={leaving.problems} />
      <Actions>
        <ButtonLink variant="primary" href={nextAddress()}>
          {t('login.signed_in.continue', { email })}
        </ButtonLink>
        <Button variant="quiet" onClick={leaving.onSubmit} busy={leaving.busy}>
          {t('login.signed_in.other')}
        </Button>
      </Actions>
    </Step>
  )
}
