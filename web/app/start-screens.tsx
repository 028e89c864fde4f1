import { storedLanguage } from '#web/lib/browser/storage.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageScreen } from './message-screen.tsx'
import styles from './start-screens.module.css'
import { useReloadOnline } from './use-reload-online.ts'

/** The specification's own texts, hard-coded since there may be no catalogue (R8.02). */
const fatalTexts = {
  sk: 'Fatálna chyba. Prosím kontaktujte administrátora.',
  en: 'Fatal error. Please contact administrator.',
}

/** Hard-coded, since it is the catalogue that is missing. */
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

/** The catalogue or another necessary part could not be loaded (R8.04). */
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

/** Offline; continues by itself when the connection is back. */
export function OfflineScreen() {
  const t = useT()
  useReloadOnline(true)
  return (
    <MessageScreen title={t('offline.title')} text={t('offline.text')}>
      <Button variant="primary" onClick={reload}>
        {t('common.retry')}
      </Button>
    </MessageScreen>
  )
}

/** The reader could not be loaded. */
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
