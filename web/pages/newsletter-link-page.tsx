import { Mailbox } from '#web/features/newsletters/confirm-signups/mailbox.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'
import styles from './newsletters-page.module.css'
import { useTokenInAddress } from './use-token-in-address.ts'

/** /e-maily/odkaz/…: what a link mailed to a visitor opens. */
export default function NewsletterLinkPage() {
  const t = useT()
  return (
    <div className={styles.page}>
      <Heading level={1} look="label">
        {t('main.newsletter_link_title')}
      </Heading>
      <Mailbox token={useTokenInAddress()} />
    </div>
  )
}
