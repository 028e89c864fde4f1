import { useEffect } from 'react'
import { storedLanguage } from '#web/lib/storage.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageScreen } from './message-screen.tsx'
import styles from './start-screens.module.css'

/** In the specification's own words, since there may be no catalogue when it is needed (R8.02). */
const fatalTexts = {
  sk: 'Fatálna chyba. Prosím kontaktujte administrátora.',
  en: 'Fatal error. Please contact administrator.',
}

/** Said without a catalogue, since it is a catalogue that is missing. */
const unloadableTexts = {
  sk: { text: 'Stránku sa nepodarilo načítať.', reload: 'Načítať znova' },
  en: { text: 'The page could not be loaded.', reload: 'Load it again' },
}

/** There is no usable configuration (R8.02). */
export function FatalScreen() {
  const language = storedLanguage()
  return (
    <main className={styles.fatal} lang={language}>
      <div role="alert">
        <h1>{fatalTexts[language]}</h1>
      </div>
    </main>
  )
}

/** A part without which nothing can be said did not arrive (R8.04). */
export function UnloadableScreen() {
  const language = storedLanguage()
  const { text, reload: reloadText } = unloadableTexts[language]
  return (
    <main className={styles.unloadable} lang={language}>
      <div role="alert">
        <h1>{text}</h1>
      </div>
      <Button variant="primary" onClick={reload}>
        {reloadText}
      </Button>
    </main>
  )
}

/** There is no connection; goes on by itself as soon as there is one. */
export function OfflineScreen() {
  const t = useT()
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <MessageScreen title={t('offline.title')} text={t('offline.text')}>
      <Button variant="primary" onClick={reload}>
        {t('common.retry')}
      </Button>
    </MessageScreen>
  )
}

/** It could not be found out who reads. */
export function FailedScreen() {
  const t = useT()
  return (
    <MessageScreen title={t('start_failed.title')} text={t('start_failed.text')}>
      <Button variant="primary" onClick={reload}>
        {t('common.retry')}
      </Button>
    </MessageScreen>
  )
}

const reload = () => location.reload()
