import { useEffect, useState } from 'react'
import { currentSession, onSessionEnded } from '#web/lib/call/api.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/modal.tsx'
import { loginAddressFor } from './login-redirect.ts'

/**
 * Tells that the session is over, above the page, so that nothing typed is lost. A reader who signs in
 * in another tab and comes back simply goes on.
 */
export function SessionEnded() {
  const t = useT()
  const { id, ended } = useProfile()
  const [open, setOpen] = useState(false)

  useEffect(() => {
    // Said by the page already.
    if (ended) return undefined
    onSessionEnded(() => setOpen(true))
    const onReturn = () => {
      if (document.visibilityState !== 'visible' || id === undefined) return
      const now = currentSession().userId()
      if (now === undefined) setOpen(true)
      else if (now === id) setOpen(false)
      // Somebody else signed in elsewhere in this browser: what is shown is not theirs.
      else location.reload()
    }
    // Kept by the browser while the reader signed out elsewhere: by the button Back nobody sees what was here.
    const onRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted && id !== undefined && currentSession().userId() !== id) location.reload()
    }
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('pageshow', onRestored)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('pageshow', onRestored)
    }
  }, [id, ended])

  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title={t('session_ended.title')}
      actions={
        <>
          <ButtonLink variant="primary" href={loginAddressFor(location)}>
            {t('session_ended.sign_in')}
          </ButtonLink>
          <Button onClick={() => setOpen(false)}>{t('session_ended.stay')}</Button>
        </>
      }
    >
      <p>{t('session_ended.text')}</p>
    </Dialog>
  )
}
