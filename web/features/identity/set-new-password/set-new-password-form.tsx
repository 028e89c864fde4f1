import { setNewPassword } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ChoosePasswordForm } from '../choose-password-form.tsx'
import type { LinkFault } from '../mailed-link.ts'

type SetNewPasswordFormProps = {
  /** Of the mailed link. */
  token: string
  /** Called with the reader signed in. */
  onDone: () => Promise<void>
  onLinkFault: (fault: LinkFault) => void
}

/** Form that resets a forgotten password. */
export function SetNewPasswordForm({ token, onDone, onLinkFault }: SetNewPasswordFormProps) {
  const t = useT()
  return (
    <ChoosePasswordForm
      submitLabel={t('login.renew.submit')}
      send={password => call(setNewPassword, { params: { token }, body: { plain_password: password } })}
      onDone={onDone}
      onLinkFault={onLinkFault}
    />
  )
}
