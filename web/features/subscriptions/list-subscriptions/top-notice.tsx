import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { backoffMs } from '#web/lib/call/backoff.ts'
import { readOptions } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { serviceMode } from '#web/lib/service-mode.ts'
import { say, useMessageIsHere, useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { type NoticeRow, topNotice } from './notice-rows.ts'
import { isPutOff, putOff } from './put-off.ts'
import { SentenceText } from './sentence-text.tsx'
import styles from './top-notice.module.css'

type TopNoticeProps = {
  /** Visitors, and pages of another mailbox, are told of a service mode only. */
  isReader: boolean
  /** The last of the list, which another subject knows: shown when nothing else holds. */
  otherwise: ReactNode
}

/** The one notice on top of a page of the account area (R13.05), with which the page begins (`web/app/beginnings.ts`). */
export function TopNotice({ isReader, otherwise }: TopNoticeProps) {
  const mode = serviceMode()
  const nothing = { items: [], awaited_transfer: null, concerns: [], path: '' }
  // Told at once: what the others follow from may be closed.
  const closed = mode && topNotice({ ...nothing, mode, nowMs: serverTimeMs() }, () => false)
  if (!closed) return isReader ? <DueNotice otherwise={otherwise} /> : otherwise
  return (
    <div className={styles.notice}>
      <Notice tone={closed.tone} title={say(closed.title)} live={false}>
        <SentenceText {...closed.text} />
      </Notice>
    </div>
  )
}

function DueNotice({ otherwise }: Pick<TopNoticeProps, 'otherwise'>) {
  const path = useLocation().pathname
  const { data, dataUpdatedAt, isError } = useQuery({
    ...readOptions(listSubscriptions, { params: useOwnParams() }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ recurrence }) => recurrence.change_in_payment)
        ? backoffMs(state.dataUpdateCount)
        : false,
  })
  const [, setPutOffs] = useState(0)
  const hasTexts = useMessageIsHere('subscriptions.notice.later')
  if (!data) return isError && otherwise
  if (!hasTexts) return otherwise
  const nowMs = serverTimeMs(dataUpdatedAt)
  const row = topNotice({ ...data, mode: undefined, nowMs, path }, key => isPutOff(key, nowMs))
  if (!row) return otherwise
  const onLater = () => {
    putOff(row.key, nowMs)
    setPutOffs(count => count + 1)
  }
  return <ShownNotice key={row.key} row={row} concerns={data.concerns} onLater={onLater} />
}

type ShownNoticeProps = {
  row: NoticeRow
  concerns: EndpointOutput<typeof listSubscriptions>['concerns']
  onLater: () => void
}

function ShownNotice({ row, concerns, onLater }: ShownNoticeProps) {
  const t = useT()
  const params = useOwnParams()
  const { act } = row
  const submission = useSubmission([], async () => {
    if (!act || 'href' in act) return
    const { doNoticeAct } = await import('./notice-act.ts')
    const email = concerns.find(each => each.kind === 'unconfirmed')?.email ?? ''
    await doNoticeAct({ does: act.does, params, email })
  })
  return (
    <div className={styles.notice}>
      <Notice tone={row.tone} title={say(row.title)} live={false}>
        <SentenceText {...row.text} />
        <Problems texts={submission.problems} />
        <div className={styles.acts}>
          <Actions>
            {act && 'href' in act && <ButtonLink href={act.href}>{t(act.label)}</ButtonLink>}
            {act && !('href' in act) && (
              <Button busy={submission.busy} onClick={submission.onSubmit}>
                {t(act.label)}
              </Button>
            )}
            {row.canWait && (
              <Button variant="quiet" onClick={onLater}>
                {t('subscriptions.notice.later')}
              </Button>
            )}
          </Actions>
        </div>
      </Notice>
    </div>
  )
}
