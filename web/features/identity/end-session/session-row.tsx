import type { Ref } from 'react'
import { endSession, listSessions, type Session } from '#contract/identity/sessions.ts'
import { call } from '#web/lib/call/api.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { formatDate } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { whenText } from '#web/lib/texts/when-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { Row } from '#web/ui/row-list.tsx'

type SessionRowProps = {
  session: Session
  /** The server's time in milliseconds since 1970. */
  nowMs: number
  /** Called with the confirmation's text, once the session has ended. */
  onEnded: (told: string) => Promise<void>
  /** Focused when the row is the first of the newly shown ones. */
  name?: Ref<HTMLSpanElement> | undefined
}

/** One session: browser, last use and time of sign-in. */
export function SessionRow({ session, nowMs, onEnded, name: nameRef }: SessionRowProps) {
  const t = useT()
  const params = useOwnParams()
  const name = [session.browser, session.system].filter(Boolean).join(', ') || t('sessions.unknown')
  const { busy, onSubmit, problems } = useSubmission([], async () => {
    await call(endSession, { params: { ...params, id: session.id } }).catch((error: unknown) => {
      // It was ended elsewhere, or here without an answer. Not awaited: the failure is told at once.
      void invalidate(listSessions)
      throw error
    })
    await onEnded(t('sessions.ended', { name }))
  })
  const when = whenText(session.last_activity, nowMs)
  return (
    <Row
      tag={session.current ? t('sessions.current') : undefined}
      detail={
        <>
          {t('sessions.since', { when, date: formatDate(session.started_at) })}
          <Problems texts={problems} />
        </>
      }
      action={
        !session.current && (
          <Button variant="quiet" busy={busy} onClick={onSubmit}>
            <RichText id="sessions.end" values={{ name }} />
          </Button>
        )
      }
    >
      <span ref={nameRef} tabIndex={nameRef ? -1 : undefined}>
        {name}
      </span>
    </Row>
  )
}
