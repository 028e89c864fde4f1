import { useEffect, useRef, useState } from 'react'
import { endOtherSessions, listSessions } from '#contract/identity/sessions.ts'
import { routes } from '#contract/routes.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { call } from '#web/lib/call/api.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { leadFocus } from '#web/lib/forms/lead-focus.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import styles from './session-list.module.css'
import { SessionRow } from './session-row.tsx'

/** The list holds every sign-in of three months, so only the newest are shown first. */
const shownAtFirst = 5

/** Active sessions; each but the current one can be ended, or all at once. */
export function SessionList() {
  const t = useT()
  const params = useOwnParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useEndpoint(listSessions, { params })

  const { data, dataUpdatedAt } = query
  const [wantsAll, setWantsAll] = useState(false)
  const firstMore = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The pressed button is gone: focus moves.
    if (wantsAll) firstMore.current?.focus()
  }, [wantsAll])

  /** The pressed row is gone: focus moves to the heading. */
  const onEnded = async (told: string) => {
    await invalidate(listSessions)
    leadFocus(heading.current)
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
        <Awaited query={query} shape="details" count={2} />
      </div>
    )
  }
  const shown = wantsAll ? data.items : data.items.slice(0, shownAtFirst)
  const nowMs = serverTimeMs(dataUpdatedAt)
  return (
    <div className={styles.part}>
      {title}
      <RowList>
        {shown.map((session, index) => (
          <SessionRow
            key={session.id}
            session={session}
            nowMs={nowMs}
            onEnded={onEnded}
            name={index === shownAtFirst ? firstMore : undefined}
          />
        ))}
      </RowList>
      {shown.length < data.items.length && (
        <div>
          <Button variant="quiet" onClick={() => setWantsAll(true)}>
            {t('sessions.all', { count: data.items.length })}
          </Button>
        </div>
      )}
      <Problems texts={others.problems} />
      {data.items.length > 1 ? (
        <Button variant="quiet" busy={others.busy} onClick={others.onSubmit}>
          {t('sessions.end_others')}
        </Button>
      ) : (
        <p className={styles.note}>{t('sessions.only_this')}</p>
      )}
      <p className={styles.note}>
        <RichText id="sessions.devices" links={{ devices: `${routes.subscription.path}#device-list` }} />
      </p>
    </div>
  )
}
