import type { ReactNode } from 'react'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { routes } from '#contract/routes.ts'
import { keepLanguage } from '#web/lib/locale/keep-language.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { useInsideLinks } from '#web/lib/navigation/use-inside-links.ts'
import { answerHours, runtimeConfig } from '#web/lib/runtime-config.ts'
import { loadCatalogue } from '#web/lib/texts/catalogue.ts'
import { activate, currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Announcer, showToast } from '#web/ui/announcer.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { ToastPlace } from '#web/ui/toast-place.tsx'
import { insideAddress } from './inside-address.ts'
import styles from './login-frame.module.css'

/** Around every page of the login: the publisher's name above, help and the other language below. */
export function LoginFrame({ children }: { children: ReactNode }) {
  const t = useT()
  const { hosts, helpdesk_email: helpdesk } = runtimeConfig()
  useInsideLinks(insideAddress)
  const inShop = useLocation().pathname.startsWith(shopPaths.catalogue)

  return (
    <div className={inShop ? `${styles.frame} ${styles.wide}` : styles.frame}>
      <header className={styles.header}>
        <a className={styles.publisher} href={hosts.publisher}>
          {t('site.publisher')}
        </a>
        <div className={styles.ways}>
          {inShop && (
            <ButtonLink variant="quiet" href={new URL(routes.subscription.path, hosts.account).href}>
              {t('login.to_profile')}
            </ButtonLink>
          )}
          <LanguageSwitch />
        </div>
      </header>
      <main className={styles.main}>
        {children}
        <ToastPlace closeLabel={t('common.close')} />
      </main>
      <footer className={styles.footer}>
        <p>
          <RichText
            id="footer.helpdesk"
            values={{ address: helpdesk, hours: answerHours() }}
            links={{ email: `mailto:${helpdesk}` }}
          />
        </p>
        {inShop && (
          <TextLink standalone href={shopPaths.withdrawal}>
            {t('login.withdraw')}
          </TextLink>
        )}
        <TextLink standalone href={new URL(routes.accessibility.path, hosts.account).href}>
          {t('main.accessibility_title')}
        </TextLink>
      </footer>
      <Announcer />
    </div>
  )
}

/** Switches to the other language at once; nothing that was typed is lost. */
function LanguageSwitch() {
  const t = useT()
  const other = currentLocale() === 'sk' ? 'en' : 'sk'
  const change = async () => {
    try {
      activate(other, await loadCatalogue(other, 'login'))
      keepLanguage(other)
    } catch {
      showToast(t('chunk_failed.title'), 'error')
    }
  }
  return (
    <Button variant="quiet" lang={other} onClick={() => void change()}>
      {t('footer.language')}
    </Button>
  )
}
