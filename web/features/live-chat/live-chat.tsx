import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react'
import { offerReload } from '#web/blocks/reload-offer.tsx'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { isChatTime, watchChatHours } from './chat-hours.ts'

const ChatPanel = lazy(async () => ({ default: (await import('./chat-panel.tsx')).ChatPanel }))

/**
 * Button of the live chat, in its hours (R1.26). An open conversation stays after them until the reader closes
 * it.
 */
export function LiveChat({ scriptUrl }: { scriptUrl: string }) {
  const t = useT()
  const isTime = useSyncExternalStore(watchChatHours, () => isChatTime(serverTimeMs()))
  const opener = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** A closed panel stays mounted, so that the conversation is kept. */
  const [isBegun, setBegun] = useState(false)

  const open = () => {
    setBegun(true)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    const button = opener.current?.querySelector('button') ?? document.getElementById('content')
    button?.focus({ preventScroll: true })
  }
  return (
    <>
      {isTime && (
        <div ref={opener}>
          <Button variant="quiet" aria-expanded={isOpen} onClick={isOpen ? close : open}>
            {t('chat.title')}
          </Button>
        </div>
      )}
      {isBegun && (isTime || isOpen) && (
        <ErrorBoundary fallback={offerReload}>
          <Suspense>
            <ChatPanel scriptUrl={scriptUrl} isOpen={isOpen} isTime={isTime} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
