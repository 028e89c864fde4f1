import { Mailbox } from '#web/features/newsletters/confirm-signups/mailbox.tsx'
import styles from './newsletters-page.module.css'
import { useTokenInAddress } from './use-token-in-address.ts'

/** /e-maily/odkaz/…: what a link mailed to a visitor opens. */
export default function NewsletterLinkPage() {
  return (
    <div className={styles.page}>
      <Mailbox token={useTokenInAddress()} />
    </div>
  )
}
