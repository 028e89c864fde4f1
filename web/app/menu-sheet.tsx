import { flushSync } from 'react-dom'
import { useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Sheet } from '#web/ui/modal.tsx'
import { Account } from './account.tsx'
import styles from './header.module.css'
import { LanguageLink } from './language-link.tsx'
import { MainMenu } from './main-menu.tsx'

/** A phone's menu: who is signed in, the main menu, signing out and the language. */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { email, ended } = useProfile()
  // Closed before the next page arrives: an open sheet keeps focus from that page's heading.
  const choose = () => flushSync(onClose)
  return (
    <Sheet open onClose={onClose} title={t('navigation.menu')} closeLabel={t('common.close')}>
      {email && !ended && <p className={styles.who}>{email}</p>}
      <MainMenu onChosen={choose} />
      <div className={styles.sheetAccount}>
        <Account withEmail={false} />
        <LanguageLink />
      </div>
    </Sheet>
  )
}
