import { type ReactNode, useRef } from 'react'
import { readUser } from '#contract/identity/identity.ts'
import { BlockedNotice } from '#web/features/privacy/request-anonymization/pending-anonymization.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { announce } from '#web/ui/announcer.tsx'

/**
 * What changes something of the reader's: while the account waits for its deletion, every change is refused, so it
 * says that instead. A reader who could not be read is not known to be leaving.
 */
export function BlockedByAnonymization({ children }: { children: ReactNode }) {
  const t = useT()
  const { data: user } = useEndpoint(readUser, { params: useOwnParams() })
  const block = useRef<HTMLDivElement>(null)
  const onKept = () => {
    // The button that was pressed goes: the focus stays in the block.
    block.current?.focus()
    announce(t('privacy.kept'))
  }
  return (
    <div ref={block} tabIndex={-1}>
      {user?.anonymization ? <BlockedNotice dueAt={user.anonymization.due_at} onKept={onKept} /> : children}
    </div>
  )
}
