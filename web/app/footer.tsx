import { routes } from '#contract/routes.ts'
import { LayoutPlace } from '#web/features/layout-blocks/read-layout-blocks/layout-place.tsx'
import { useLocation } from '#web/lib/navigation.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './footer.module.css'

/** Where to turn for help, the accessibility statement, and the other language; then the publisher's own foot. */
export function Footer() {
  const t = useT()
  const { pathname } = useLocation()
  const other = currentLocale() === 'sk' ? 'en' : 'sk'
  const { helpdesk_email: address, chat_script_url: chat, marketing_script_url: marketing } = runtimeConfig()
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <p>
          <RichText
            id="footer.helpdesk"
            values={{ address }}
            tags={{ email: words => <TextLink href={`mailto:${address}`}>{words}</TextLink> }}
          />
        </p>
        <TextLink standalone href={routes.accessibility.path}>
          {t('main.accessibility_title')}
        </TextLink>
        <TextLink standalone href={`${pathname}?lang=${other}`} lang={other} hrefLang={other}>
          {t('footer.language')}
        </TextLink>
        {/* Room for the way into the chat and to the settings of cookies, which come by themselves. */}
        {(chat ?? marketing) && <span id="surroundings" className={styles.surroundings} />}
      </div>
      <LayoutPlace side="bottom" />
    </footer>
  )
}
