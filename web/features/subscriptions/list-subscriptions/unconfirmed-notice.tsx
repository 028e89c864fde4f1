import { readUser } from '#contract/identity/identity.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams, useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SentenceText } from './sentence-text.tsx'
import styles from './subscription-list.module.css'

/** Tells the reader whose account is not confirmed yet, and the way to its activation e-mail (R4.04). */
export function UnconfirmedNotice() {
  // Once confirmed, an account stays so: nobody else has to be asked about.
  return useProfile().confirmed ? null : <NoticeUntilConfirmed />
}

function NoticeUntilConfirmed() {
  const t = useT()
  // The session may have been made before the account was confirmed in another window.
  const user = useEndpoint(readUser, { params: useOwnParams() })
  if (user.data?.confirmed) return null
  return (
    <div className={styles.notice}>
      <Notice tone="warn" title={t('subscriptions.unconfirmed.title')} live={false}>
        <SentenceText id="subscriptions.unconfirmed.text" />
      </Notice>
    </div>
  )
}
