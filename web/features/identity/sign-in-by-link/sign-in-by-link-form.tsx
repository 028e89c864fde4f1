import { signInByLink } from '#contract/identity/sign-in-link.ts'
import { call } from '#web/lib/call/api.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Form } from '#web/ui/form.tsx'

type SignInByLinkFormProps = {
  /** Of the mailed link. */
  token: string
  /** The refusal that a form sent without scripts came back with. */
  refused: (typeof signInByLink.refusals)[number] | undefined
  onSignedIn: () => Promise<void>
}

/** One button that signs in; it works without scripts too, as a form to the page's own address. */
export function SignInByLinkForm({ token, refused, onSignedIn }: SignInByLinkFormProps) {
  const t = useT()
  const submission = useSubmission([], async () => {
    await call(signInByLink, { params: { token }, query: {} })
    await onSignedIn()
  })
  const isTold = refused !== undefined && !submission.failure && !submission.busy
  return (
    <Form
      {...submission}
      problems={isTold ? [errorText(refused)] : submission.problems}
      submitLabel={t('login.password.submit')}
    >
      {null}
    </Form>
  )
}
