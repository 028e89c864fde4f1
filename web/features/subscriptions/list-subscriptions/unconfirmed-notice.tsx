import { readUser } from '#contract/identity/identity.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams, useProfile } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SentenceText } from './sentence-text.tsx'
import styles from './subscription-list.module.css'

/** Notice for an unconfirmed account, with a link to its activation e-mail (R4.04). */
export function UnconfirmedNotice() {
  // A confirmed account stays so: the server is asked only about unconfirmed ones.
  return useProfile().confirmed ? null : <NoticeUntilConfirmed />
}

function NoticeUntilConfirmed() {
  const t = useT()
  // The token may be older than a confirmation in another window.
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
