import { useT } from '#web/lib/i18n.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './discussion-pointer.module.css'

/** Where the discussion profile is managed: at the publisher's discussion site. */
export function DiscussionPointer() {
  const t = useT()
  return (
    <div className={styles.pointer}>
      <p>{t('settings.discussion.text')}</p>
      <ButtonLink href={runtimeConfig().hosts.forum}>{t('settings.discussion.open')}</ButtonLink>
    </div>
  )
}
