import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { endOtherSessions, listSessions } from '#contract/identity/sessions.ts'
import { call } from '#web/lib/api.ts'
import { browserCookies } from '#web/lib/cookies.ts'
import { useT } from '#web/lib/i18n.ts'
import { useOwnParams } from '#web/lib/profile.ts'
import { timeDifferenceMs } from '#web/lib/session.ts'
import { readOptions, useEndpoint } from '#web/lib/use-endpoint.ts'
import { useSubmission } from '#web/lib/use-submission.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/form.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { ErrorBlock } from '#web/ui/notice.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './session-list.module.css'
import { SessionRow } from './session-row.tsx'

/** Where the account is signed in; each browser but this one can be signed out, and all of them at once. */
export function SessionList() {
  const t = useT()
  const params = useOwnParams()
  const queries = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useEndpoint(listSessions, { params })

  /** What was pressed is gone from the list, so the focus goes to its heading. */
  const onEnded = async (told: string) => {
    await queries.invalidateQueries(readOptions(listSessions, { params }))
    heading.current?.focus()
    announce(told)
  }
  const others = useSubmission([], async () => {
    await call(endOtherSessions, { params })
    await onEnded(t('sessions.others_ended'))
  })

  const title = (
    <Heading level={3} look="part" ref={heading} tabIndex={-1}>
      {t('sessions.title')}
    </Heading>
  )
  if (!data) {
    return (
      <div className={styles.part}>
        {title}
        {isError ? (
          <ErrorBlock
            title={t('common.block_failed_title')}
            retryLabel={t('common.retry')}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton shape="details" label={t('common.loading')} count={2} />
        )}
      </div>
    )
  }
  const nowMs = dataUpdatedAt + timeDifferenceMs(browserCookies)
  return (
    <div className={styles.part}>
      {title}
      <RowList>
        {data.items.map(session => (
          <SessionRow key={session.id} session={session} nowMs={nowMs} onEnded={onEnded} />
        ))}
      </RowList>
      <Problems texts={others.problems} />
      {data.items.length > 1 ? (
        <Button variant="quiet" busy={others.busy} onClick={others.onSubmit}>
          {t('sessions.end_others')}
        </Button>
      ) : (
        <p className={styles.alone}>{t('sessions.only_this')}</p>
      )}
    </div>
  )
}
