import { useState } from 'react'
import { signOut } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { leaveSignedOut } from '#web/lib/reader/login-address.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './account.module.css'
import { loginAddressFor } from './login-redirect.ts'

type AccountProps = {
  withEmail?: boolean
  /** On a phone only the e-mail, truncated to one line; the menu has the rest. */
  isShort?: boolean
}

/** The signed-in reader with a sign-out button; for a visitor a sign-in link. */
export function Account({ withEmail = true, isShort = false }: AccountProps) {
  const t = useT()
  const { email, loaded, ended } = useProfile()
  const [leaving, setLeaving] = useState(false)

  const leave = async () => {
    setLeaving(true)
    try {
      await call(signOut, {})
      await leaveSignedOut()
    } catch (error) {
      setLeaving(false)
      showToast(textOfError(error), 'error')
    }
  }

  const look = isShort ? `${styles.account} ${styles.short}` : styles.account
  if (!loaded || ended) {
    return (
      <div className={look}>
        <ButtonLink variant="quiet" href={loginAddressFor(location)}>
          {t('navigation.sign_in')}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className={look}>
      {withEmail && (
        <span className={styles.email} title={email}>
          {email}
        </span>
      )}
      <Button variant="quiet" busy={leaving} onClick={leave}>
        {t('navigation.sign_out')}
      </Button>
    </div>
  )
}
