import type { User } from '#contract/identity/identity.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { forgottenPasswordAddress } from '../forgotten-password-address.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import styles from './password-part.module.css'

/** Change of the password, folded; for readers without one, how to set it. */
export function PasswordPart({ user, onDone }: { user: User; onDone: () => void }) {
  const t = useT()
  if (!user.has_password) {
    return (
      <p className={styles.none}>
        <RichText id="password_change.none" links={{ link: forgottenPasswordAddress() }} />
      </p>
    )
  }
  return (
    <Disclosure summary={t('password_change.open')}>
      <ChangePasswordForm email={user.email} onDone={onDone} />
    </Disclosure>
  )
}
