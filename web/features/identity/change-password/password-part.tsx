import type { User } from '#contract/identity/identity.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { forgottenPasswordAddress } from '../forgotten-password-address.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import styles from './password-part.module.css'

/** Change of the password, folded; for readers without one, how to set it. */
export function PasswordPart({ user, onDone }: { user: User; onDone: () => void }) {
  const t = useT()
  return (
    <div className={styles.part}>
      <Heading level={3} look="part">
        {t('password_change.title')}
      </Heading>
      {user.has_password ? (
        <Disclosure summary={t('password_change.open')}>
          <ChangePasswordForm email={user.email} onDone={onDone} />
        </Disclosure>
      ) : (
        <p>
          <RichText
            id="password_change.none"
            values={{ isLinked: user.extern_auth_services.length > 0 || user.swg_linked ? 'yes' : 'no' }}
            links={{ link: forgottenPasswordAddress() }}
          />
        </p>
      )}
    </div>
  )
}
