import { useLayoutEffect, useRef, useState } from 'react'
import type { User } from '#contract/identity/identity.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PendingAnonymization } from './pending-anonymization.tsx'
import { RequestAnonymization } from './request-anonymization.tsx'
import { refreshAll } from './use-withdrawal.ts'

/** Deletion of the account: explanation, request, and cancellation within thirty days. */
export function AnonymizationPart({ user }: { user: User }) {
  const t = useT()
  const [kept, setKept] = useState(false)
  const [open, setOpen] = useState(false)
  const waits = user.anonymization
  const part = useFocusOnChange(waits === null)
  const onChanged = (isKept: boolean) => {
    setKept(isKept)
    setOpen(false)
  }
  const onAsked = async () => {
    await refreshAll()
    onChanged(false)
  }
  return (
    <div ref={part} tabIndex={-1}>
      {waits ? (
        <PendingAnonymization dueAt={waits.due_at} onKept={() => onChanged(true)} />
      ) : (
        <>
          {kept && <Notice tone="good">{t('privacy.kept')}</Notice>}
          <p>{t('privacy.lead')}</p>
          <Disclosure summary={t('privacy.open')} open={open} onToggle={setOpen}>
            {open && <RequestAnonymization onAsked={onAsked} />}
          </Disclosure>
        </>
      )}
    </div>
  )
}

/** The pressed button is gone: focus moves to the section, unless another section has it. */
function useFocusOnChange(state: boolean) {
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(state)
  useLayoutEffect(() => {
    const isElsewhere =
      document.activeElement !== document.body && !part.current?.contains(document.activeElement)
    if (shown.current !== state && !isElsewhere) part.current?.focus()
    shown.current = state
  }, [state])
  return part
}
