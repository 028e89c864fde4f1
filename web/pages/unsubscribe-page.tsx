import { Unsubscribe } from '#web/features/newsletters/unsubscribe/unsubscribe.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'
import styles from './newsletters-page.module.css'
import { useTokenInAddress } from './use-token-in-address.ts'

/** /unsubscribe/…: what the link of a newsletter mail opens. */
export default function UnsubscribePage() {
  const t = useT()
  return (
    <div className={styles.page}>
      <Heading level={1} look="label">
        {t('main.unsubscribe_title')}
      </Heading>
      <Unsubscribe token={useTokenInAddress()} />
    </div>
  )
}
