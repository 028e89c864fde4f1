import { useRef, useState } from 'react'
import { readUser, type User } from '#contract/identity/identity.ts'
import { listPasskeys } from '#contract/identity/passkeys.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { AssociatedAccounts } from '../detach-account/associated-accounts.tsx'
import { forgottenPasswordAddress } from '../forgotten-password-address.ts'
import { UnlinkedAccountRow } from '../link-extern-auth-service/unlinked-account-row.tsx'
import { type LinkOutcome, useLinkOutcome } from '../link-extern-auth-service/use-link-outcome.ts'
import { LinkedAccountRow } from './linked-account-row.tsx'
import styles from './linked-accounts.module.css'

/**
 * Other accounts of the reader (R10.02), linked or linkable providers, and Subscribe with Google; the last sign-in
 * method can't be removed (R1.10).
 */
export function LinkedAccounts({ user }: { user: User }) {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const services = user.extern_auth_services
  const isLinked = (provider: string) => services.some(service => service.provider === provider)
  /** Confirmation of the last action, here or at the provider. */
  const [told, setTold] = useState<LinkOutcome | undefined>(useLinkOutcome(isLinked))
  const { sign_in_providers: offered = [] } = runtimeConfig()
  const unlinked = offered.filter(provider => !isLinked(provider))
  const hasAssociated = user.accounts.linked.length > 0
  // A link by mail signs in too, where the address is confirmed.
  const passkeys = useEndpoint(listPasskeys, { params: useOwnParams() }).data?.items
  const isOnlyWay = services.length === 1 && !user.has_password && !user.confirmed && passkeys?.length === 0

  const onUnlinked = async (text: string) => {
    await invalidate(readUser)
    // The row is gone: focus moves to the list.
    leadFocus(list.current)
    setTold({ tone: 'good', text })
  }
  return (
    <div ref={list} tabIndex={-1} className={styles.accounts}>
      {told !== undefined && <Notice tone={told.tone}>{told.text}</Notice>}
      {hasAssociated && <AssociatedAccounts user={user} onDetached={onUnlinked} />}
      <div className={styles.part}>
        <Heading level={3} look="part">
          {t('linked.title')}
        </Heading>
      </div>
      {services.length === 0 && !user.swg_linked && (
        <p>{t('linked.none', { hasPassword: user.has_password ? 'yes' : 'no' })}</p>
      )}
      {(services.length + unlinked.length > 0 || user.swg_linked) && (
        <RowList label={t('linked.title')}>
          {services.map(service => (
            <LinkedAccountRow
              key={service.provider}
              name={service.provider}
              email={service.email}
              about={t('linked.since', { date: formatDate(service.linked_at) })}
              canUnlink={!isOnlyWay}
              onUnlinked={onUnlinked}
            />
          ))}
          {user.swg_linked && (
            <LinkedAccountRow
              name="swg"
              email={null}
              about={t('linked.swg')}
              canUnlink
              onUnlinked={onUnlinked}
            />
          )}
          {unlinked.map(provider => (
            <UnlinkedAccountRow key={provider} provider={provider} />
          ))}
        </RowList>
      )}
      {isOnlyWay && (
        <p className={styles.note}>
          <RichText id="linked.only_way" links={{ link: forgottenPasswordAddress() }} />
        </p>
      )}
    </div>
  )
}
