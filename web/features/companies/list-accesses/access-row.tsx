import type { Ref } from 'react'
import {
  type Access,
  activateAccess,
  type SharedSubscription,
  sendAccessLink,
} from '#contract/companies/companies.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { formatDate, formatLastDay } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/choice.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Email } from '#web/ui/email.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { endWords, mayReturn } from '../shared-words.ts'
import { refreshAccesses, useSharedParams } from '../use-shared.ts'
import styles from './access-table.module.css'

type AccessRowProps = {
  subscriptionId: number
  kind: SharedSubscription['kind']
  access: Access
  isChosen: boolean
  /** Chooses it or not; undefined where none can be chosen. */
  onChoose: ((isChosen: boolean) => void) | undefined
  /** Of the row's name, where it takes the focus. */
  nameRef: Ref<HTMLTableCellElement> | undefined
  /** Opens the dialog that ends the access. */
  onEnd: () => void
  /** Called after a change: the pressed button is gone, so focus has to move. */
  onChanged: () => void
}

/** One access: its address, state and actions (R3.09, R4.10). */
export function AccessRow({ subscriptionId, kind, access, onEnd, onChanged, ...props }: AccessRowProps) {
  const { isChosen, onChoose, nameRef } = props
  const t = useT()
  const own = useProfile().email
  const params = { ...useSharedParams(subscriptionId), id: String(access.id) }
  const { email, reader_email: reader, state, activation_url: url } = access
  const sending = useSubmission([], async () => {
    await call(sendAccessLink, { params })
    await refreshAccesses()
    showToast(t('companies.sent', { email }))
  })
  const returning = useSubmission([], async () => {
    await call(activateAccess, { params })
    await refreshAccesses()
    showToast(t('companies.activated', { email }))
    onChanged()
  })
  const words = endWords(kind, access)
  const label = (id: `companies.${'copy' | 'send' | 'resend' | 'activate'}` | typeof words.act) => (
    <RichText id={id} values={{ email }} />
  )
  const name = (
    <>
      {access.erased ? t('companies.erased') : <Email email={email} />}
      {(email === own || reader === own) && <span className={styles.you}> ({t('companies.you')})</span>}
    </>
  )
  return (
    // Explicit roles, since `display: block` would remove the table's semantics.
    <tr role="row" className={styles.row}>
      <th role="rowheader" scope="row" className={styles.email} ref={nameRef} tabIndex={-1}>
        {onChoose ? (
          <Checkbox label={name} checked={isChosen} onChange={event => onChoose(event.target.checked)} />
        ) : (
          name
        )}
        {reader !== null && reader !== email && (
          <span className={styles.reader}>{t('companies.reads_as', { email: reader })}</span>
        )}
      </th>
      <td
        role="cell"
        className={
          state === 'active' || state === 'ending' ? `${styles.state} ${styles.active}` : styles.state
        }
      >
        <StateText access={access} ended={words.state} />
        {access.last_used_on !== null && (
          <span className={styles.used}>
            {t('companies.last_used', { date: formatDate(access.last_used_on) })}
          </span>
        )}
      </td>
      <td role="cell" className={styles.acts}>
        {url !== null && (
          <CopyButton
            value={url}
            copiedText={t('companies.copied', { email })}
            failedText={t('companies.copy_failed')}
          >
            {label('companies.copy')}
          </CopyButton>
        )}
        {state === 'waiting' && (
          <Button variant="quiet" busy={sending.busy} onClick={sending.onSubmit}>
            {label(access.link_sent_at === null ? 'companies.send' : 'companies.resend')}
          </Button>
        )}
        {mayReturn(access) && (
          <Button variant="quiet" busy={returning.busy} onClick={returning.onSubmit}>
            {label('companies.activate')}
          </Button>
        )}
        {state !== 'deactivated' && (
          <Button variant="quiet" onClick={onEnd}>
            {label(words.act)}
          </Button>
        )}
        <Problems texts={[...sending.problems, ...returning.problems]} />
      </td>
    </tr>
  )
}

function StateText({ access, ended }: { access: Access; ended: ReturnType<typeof endWords>['state'] }) {
  const t = useT()
  const { state, activation_url: url, link_sent_at: sent } = access
  if (state === 'active') return t('companies.state.active', { date: formatDate(access.active_from ?? '') })
  if (state === 'ending') {
    return t('companies.state.ending', { date: formatLastDay(access.deactivated_at ?? '') })
  }
  if (state === 'deactivated') {
    return t(ended, { date: formatDate(access.deactivated_at ?? '') })
  }
  if (url === null) return t('companies.state.expired', { date: formatDate(access.link_expires_at) })
  return sent === null
    ? t('companies.state.waiting')
    : t('companies.state.waiting_sent', { date: formatDate(sent) })
}
