import { useCallback, useState } from 'react'
import { routes } from '#contract/routes.ts'
import { LayoutPlace } from '#web/features/layout-blocks/read-layout-blocks/layout-place.tsx'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './footer.module.css'

/**
 * Where to turn for help and the accessibility statement; then the publisher's own foot. What the configuration says that
 * this one has is left out here, as long as it is there.
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
              values={{ address }}
              tags={{ email: words => <TextLink href={`mailto:${address}`}>{words}</TextLink> }}
            />
          </p>
        )}
        {has('accessibility') && (
          <TextLink standalone href={routes.accessibility.path}>
            {t('main.accessibility_title')}
          </TextLink>
        )}
        {/* Room for the way into the chat and to the settings of cookies, which come by themselves. */}
        {(chat ?? marketing) && <span id="third-party-scripts" className={styles.thirdParty} />}
      </div>
      <LayoutPlace side="bottom" onMissing={onMissing} />
    </footer>
  )
}
