import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import {
  readUnsubscription,
  snooze,
  snoozeDays,
  undoUnsubscribe,
  unsubscribe,
} from '#contract/newsletters/unsubscribe.ts'
import { routes } from '#contract/routes.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { call } from '#web/lib/call/api.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, Button, ButtonLink } from '#web/ui/button.tsx'
import { Lead } from '#web/ui/lead.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { linkRefusal } from '../link-refusal.ts'
import { describeUnsubscription } from './describe-unsubscription.ts'
import { UnsubscribeReason } from './unsubscribe-reason.tsx'

type Act = 'off' | 'undo' | 'snooze'

/** The call of each action. One-click has the field of RFC 8058. */
const acts: Record<Act, (params: { token: string }) => Promise<unknown>> = {
  off: params => call(unsubscribe, { params, body: { 'List-Unsubscribe': 'One-Click' } }),
  undo: params => call(undoUnsubscribe, { params }),
  snooze: params => call(snooze, { params }),
}

/** Page of a newsletter's unsubscribe link. Opening it changes nothing; each button does, and can be undone. */
export function Unsubscribe({ token }: { token: string }) {
  const t = useT()
  const params = { token }
  const read = useEndpoint(readUnsubscription, { params })
  const acting = useMutation({
    // Offline it fails with its error; the default would pause silently.
    networkMode: 'always',
    mutationFn: (act: Act) => acts[act](params),
    onSettled: () => invalidate(readUnsubscription),
  })
  const heading = useFocusAfter(acting.isSuccess ? acting.submittedAt : undefined, read.dataUpdatedAt)

  const refusal = linkRefusal(read.error)
  if (refusal !== undefined) return <NothingToDo answer={t('unsubscribe.invalid_answer')} then={refusal} />
  if (!read.data) return <Awaited query={read} shape="answer" failed="unsubscribe.loading_failed" />
  const told = describeUnsubscription(read.data, acting.isSuccess)
  if (told.state === 'nothing') {
    return <NothingToDo answer={t('unsubscribe.nothing_answer')} then={t('unsubscribe.nothing_then')} />
  }
  const button = (act: Act, label: string, variant: 'primary' | 'secondary') => (
    <Button
      variant={variant}
      busy={acting.isPending && acting.variables === act}
      onClick={() => !acting.isPending && acting.mutate(act)}
    >
      {label}
    </Button>
  )
  const rest = t('unsubscribe.snooze', { days: snoozeDays })
  return (
    <>
      <Lead answer={told.answer} then={told.detail} ref={heading} tabIndex={-1} />
      {acting.isError && (
        <Notice tone="error" title={t('unsubscribe.failed')}>
          {textOfError(acting.error)}
        </Notice>
      )}
      <Actions>
        {told.state === 'on' && button('off', t('unsubscribe.act'), 'primary')}
        {told.state === 'on' && button('snooze', rest, 'secondary')}
        {told.state === 'off' && button('undo', t('unsubscribe.undo'), 'secondary')}
        {told.state === 'off' && button('snooze', rest, 'secondary')}
        {told.state === 'snoozed' && button('undo', t('unsubscribe.resume'), 'secondary')}
        {told.state === 'snoozed' && button('off', t('unsubscribe.act'), 'secondary')}
      </Actions>
      {told.state === 'off' && <UnsubscribeReason token={token} />}
    </>
  )
}

function NothingToDo({ answer, then }: { answer: string; then: string }) {
  const t = useT()
  return (
    <>
      <Lead answer={answer} then={then} />
      <Actions>
        <ButtonLink href={routes.newsletters.path}>{t('unsubscribe.to_newsletters')}</ButtonLink>
      </Actions>
    </>
  )
}

/** Focuses the heading once it shows the outcome of a press. */
function useFocusAfter(pressedAt: number | undefined, readAt: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const done = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (pressedAt === undefined || done.current === pressedAt || readAt < pressedAt) return
    done.current = pressedAt
    heading.current?.focus()
  }, [pressedAt, readAt])
  return heading
}
