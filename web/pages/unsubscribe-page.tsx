import { Unsubscribe } from '#web/features/newsletters/unsubscribe/unsubscribe.tsx'
import styles from './newsletters-page.module.css'
import { useTokenInAddress } from './use-token-in-address.ts'

/** /unsubscribe/…: what the link of a newsletter mail opens. */
export default function UnsubscribePage() {
  return (
    <div className={styles.page}>
      <Unsubscribe token={useTokenInAddress()} />
    </div>
  )
}
