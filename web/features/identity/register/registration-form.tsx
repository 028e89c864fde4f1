import { readCsrfToken, register } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Form } from '#web/ui/form.tsx'
import { ChosenEmail } from '../chosen-email.tsx'
import { EmailField } from '../email-field.tsx'

/** Source of a registration, for the publisher's statistics. */
export type Origin = { source: string | undefined; referer: string | undefined }

type RegistrationFormProps = {
  email: string
  /** Address of the step where the e-mail was typed; without it the e-mail is typed here. */
  changeHref?: string
  onEmailChange: (email: string) => void
  origin: Origin
  onSent: () => void
}

/** Registration form (R7.15). */
export function RegistrationForm(props: RegistrationFormProps) {
  const { email, changeHref } = props
  const t = useT()
  const fields = changeHref === undefined ? ['email'] : []
  const submission = useSubmission(fields, async () => {
    await requestAccount(email, props.origin)
    props.onSent()
  })
  return (
    <Form {...submission} submitLabel={t('login.registration.submit')}>
      {changeHref === undefined ? (
        <EmailField
          name="email"
          value={email}
          onChange={props.onEmailChange}
          error={submission.failure?.fields['email']}
        />
      ) : (
        <ChosenEmail email={email} changeHref={changeHref} />
      )}
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
