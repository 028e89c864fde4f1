import { type ReactNode, useRef } from 'react'
import { readUser } from '#contract/identity/identity.ts'
import { BlockedNotice } from '#web/features/privacy/request-anonymization/pending-anonymization.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'

/**
 * Wraps forms that change the account: while it is waiting for its deletion, changes are refused, so a notice
 * is shown instead. If the reader could not be loaded, the form is shown.
 */
export function BlockedByAnonymization({ children }: { children: ReactNode }) {
  const t = useT()
  const { data: user } = useEndpoint(readUser, { params: useOwnParams() })
  const block = useRef<HTMLDivElement>(null)
  const onKept = () => {
    // The pressed button is gone: focus moves to the block.
    block.current?.focus()
    announce(t('privacy.kept'))
  }
  return (
    <div ref={block} tabIndex={-1}>
      {user?.anonymization ? <BlockedNotice dueAt={user.anonymization.due_at} onKept={onKept} /> : children}
    </div>
  )
}
