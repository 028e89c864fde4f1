import { documentsTokenStart } from '#contract/companies/company-documents.ts'
import { SwitchDocuments } from '#web/features/companies/switch-documents/switch-documents.tsx'
import { Unsubscribe } from '#web/features/newsletters/unsubscribe/unsubscribe.tsx'
import styles from './newsletters-page.module.css'
import { useTokenInAddress } from './use-token-in-address.ts'

/** /unsubscribe/…: what the link of a newsletter mail opens, or of a mail with a company's document. */
export default function UnsubscribePage() {
  const token = useTokenInAddress()
  const isOfDocuments = token.startsWith(documentsTokenStart)
  return (
    <div className={styles.page}>
      {isOfDocuments ? <SwitchDocuments token={token} /> : <Unsubscribe token={token} />}
    </div>
  )
}
