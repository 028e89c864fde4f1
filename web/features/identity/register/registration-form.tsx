import { readCsrfToken, register } from '#contract/identity/central-login.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Form } from '#web/ui/form.tsx'
import { ChosenEmail } from '../chosen-email.tsx'
import { EmailForm, type TypedEmail } from '../email-form.tsx'

/** Source of a registration, for the publisher's statistics. */
export type Origin = { source: string | undefined; referer: string | undefined }

type RegistrationFormProps = TypedEmail & {
  /** Address of the step where the e-mail was typed; without it the e-mail is typed here. */
  changeHref?: string
  origin: Origin
  onSent: () => void
}

/** Registration form (R7.15). */
export function RegistrationForm({ changeHref, origin, onSent, ...typed }: RegistrationFormProps) {
  const t = useT()
  const send = async () => {
    await requestAccount(typed.email, origin)
    onSent()
  }
  const submission = useSubmission([], send)
  const submitLabel = t('login.registration.submit')
  if (changeHref === undefined) {
    return <EmailForm {...typed} name="email" submitLabel={submitLabel} send={send} />
  }
  return (
    <Form {...submission} submitLabel={submitLabel}>
      <ChosenEmail email={typed.email} changeHref={changeHref} />
    </Form>
  )
}

/**
 * Requests the activation mail. The form's token is fetched right before (R7.14), so that it can't have
 * expired.
 *
 * @throws ApiError
 */
export async function requestAccount(email: string, origin: Origin): Promise<void> {
  const { token } = await call(readCsrfToken, { params: { tokenId: 'registration' } })
  await call(register, {
    body: {
      email,
      _token: token,
      ...(origin.source && { source: origin.source }),
      ...(origin.referer && { referer: origin.referer }),
    },
  })
}
