import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readUser, type User } from '#contract/identity/identity.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { RichText } from '#web/lib/rich-text.tsx'
import { readOptions } from '#web/lib/use-endpoint.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { forgottenPasswordTag } from '../forgotten-password-link.tsx'
import { LinkedAccountRow } from './linked-account-row.tsx'
import styles from './linked-accounts.module.css'

/** Accounts of other providers that sign in to this profile; the last way to sign in stays (R1.10). */
export function LinkedAccounts({ user }: { user: User }) {
  const t = useT()
  const params = useOwnParams()
  const queries = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  /** What has just been done. */
  const [told, setTold] = useState<string>()
  const services = user.extern_auth_services
  const isOnlyWay = services.length === 1 && !user.has_password

  const onUnlinked = async (text: string) => {
    await queries.invalidateQueries(readOptions(readUser, { params }))
    // The row with the button is gone.
    list.current?.focus()
    setTold(text)
  }
  return (
    <div ref={list} tabIndex={-1} className={styles.accounts}>
      {told !== undefined && (
        <Notice tone="good">
          <p>{told}</p>
        </Notice>
      )}
      {services.length === 0 ? (
        <p>{t('linked.none')}</p>
      ) : (
        <RowList>
          {services.map(service => (
            <LinkedAccountRow
              key={service.provider}
              service={service}
              canUnlink={!isOnlyWay}
              onUnlinked={onUnlinked}
            />
          ))}
        </RowList>
      )}
      {isOnlyWay && (
        <p className={styles.note}>
          <RichText id="linked.only_way" tags={forgottenPasswordTag} />
        </p>
      )}
    </div>
  )
}
