import { useEffect } from 'react'
import { loginAddress } from '#web/lib/reader/login-address.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import styles from './password-changed.module.css'

/** Replaces the page: the password is changed, all sessions have ended, sign in again (R4.15). */
export function PasswordChanged() {
  const t = useT()
  useEffect(() => {
    // Returns a promise where scrolling can be awaited, which is no clean-up.
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className={styles.changed}>
      <Heading level={1} look="answer" arrives>
        {t('password_change.done_title')}
      </Heading>
      <p className={styles.text}>{t('password_change.done_text')}</p>
      <ButtonLink variant="primary" href={loginAddress(runtimeConfig().login_url, location.href)}>
        {t('password_change.sign_in')}
      </ButtonLink>
    </div>
  )
}
