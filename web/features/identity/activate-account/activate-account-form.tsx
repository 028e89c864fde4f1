import { activateAccount } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ChoosePasswordForm } from '../choose-password-form.tsx'
import type { LinkFault } from '../mailed-link.ts'

type ActivateAccountFormProps = {
  /** Of the mailed link. */
  token: string
  /** Called with the reader signed in. */
  onDone: () => Promise<void>
  onLinkFault: (fault: LinkFault) => void
}

/** Confirms the address and chooses the first password (R4.04). */
export function ActivateAccountForm({ token, onDone, onLinkFault }: ActivateAccountFormProps) {
  const t = useT()
  return (
    <ChoosePasswordForm
      submitLabel={t('login.activate.submit')}
      send={password => call(activateAccount, { params: { token }, body: { plain_password: password } })}
      onDone={onDone}
      onLinkFault={onLinkFault}
    />
  )
}
