import { useEffect, useState } from 'react'
import { currentSession, onSessionLost } from '#web/lib/call/api.ts'
import type { SessionLoss } from '#web/lib/call/request.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/modal.tsx'
import { loginAddressFor } from './login-redirect.ts'

/**
 * Notice above the page that the session has ended or belongs to another reader, so that no input is lost. A
 * reader who signs in in another tab and comes back continues.
 */
export function SessionEnded() {
  const t = useT()
  const { id, email, ended } = useProfile()
  const [lost, setLost] = useState<SessionLoss>()
  const stay = () => setLost(undefined)

  useEffect(() => {
    // Said by the page already.
    if (ended) return undefined
    onSessionLost(setLost)
    const onReturn = () => {
      if (document.visibilityState !== 'visible' || id === undefined) return
      const now = currentSession().userId()
      if (now === undefined) setLost('ended')
      else if (now === id) setLost(undefined)
      // Somebody else signed in elsewhere in this browser: what is shown is not theirs.
      else location.reload()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [id, ended])

  const isAnother = lost === 'another_reader'
  return (
    <Dialog
      open={lost !== undefined}
      onClose={stay}
      title={t(isAnother ? 'another_reader.title' : 'session_ended.title')}
      actions={
        <>
          {isAnother ? (
            <Button variant="primary" onClick={() => location.reload()}>
              {t('common.reload')}
            </Button>
          ) : (
            <ButtonLink variant="primary" href={loginAddressFor(location)}>
              {t('session_ended.sign_in')}
            </ButtonLink>
          )}
          <Button onClick={stay}>{t('session_ended.stay')}</Button>
        </>
      }
    >
      <p>{isAnother ? t('another_reader.text', { email }) : t('session_ended.text')}</p>
    </Dialog>
  )
}
