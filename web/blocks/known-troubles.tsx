import { useProfile } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './known-troubles.module.css'

/** What staff say is broken at present (R13.15): to everybody, or to readers who have the right that it concerns. */
export function KnownTroubles() {
  const t = useT()
  const { loaded, roles } = useProfile()
  const locale = currentLocale()
  const concerns = (access: readonly string[]) =>
    access.length === 0 || !loaded || access.some(right => Object.hasOwn(roles, right))
  const troubles = runtimeConfig().known_troubles?.filter(({ access }) => concerns(access))
  return (
    <div className={styles.troubles}>
      {troubles?.map(({ code, title, text, link }) => (
        <Notice key={code} tone="warn" title={title[locale]} live={false}>
          <p>
            {text[locale]} {link !== null && <TextLink href={link}>{t('common.trouble_more')}</TextLink>}
          </p>
        </Notice>
      ))}
    </div>
  )
}
