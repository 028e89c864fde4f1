import { useCallback, useState } from 'react'
import { routes } from '#contract/routes.ts'
import { LayoutPlace } from '#web/features/layout-blocks/read-layout-blocks/layout-place.tsx'
import { answerHours, runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './footer.module.css'
import { loadRest } from './load-rest.ts'

/**
 * Links to help and the accessibility statement, then the publisher's own footer. Links that the configuration
 * says the latter has are left out while it is shown.
 */
export function Footer() {
  const t = useT()
  const [isOnly, setOnly] = useState(false)
  const onMissing = useCallback(() => setOnly(true), [])
  const {
    helpdesk_email: address,
    chat_script_url: chat,
    marketing_script_url: marketing,
    footer_without: without = [],
  } = runtimeConfig()
  const has = (part: (typeof without)[number]) => isOnly || !without.includes(part)
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        {has('help') && (
          <p>
            <RichText
              id="footer.helpdesk"
              values={{ address, hours: answerHours() }}
              links={{ email: `mailto:${address}` }}
            />
          </p>
        )}
        {has('accessibility') && (
          <TextLink standalone href={routes.accessibility.path}>
            {t('main.accessibility_title')}
          </TextLink>
        )}
        {/* Place for the buttons of the chat and of the cookie settings, which are loaded later. */}
        {(chat ?? marketing) && <span id="third-party-scripts" className={styles.thirdParty} />}
      </div>
      <LayoutPlace side="bottom" program={loadRest} onMissing={onMissing} />
    </footer>
  )
}
