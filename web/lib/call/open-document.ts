import type { MouseEvent } from 'react'
import { currentSession } from './api.ts'

/**
 * Refreshes a stale session before a document opens: the browser itself requests the document, and cannot
 * refresh.
 *
 * @param event the press; the link works by itself while the session is fresh
 */
export function openDocument(event: MouseEvent<HTMLAnchorElement>): void {
  const session = currentSession()
  if (session.freshPayload()) return
  event.preventDefault()
  const { href } = event.currentTarget
  session.refresh().then(
    () => location.assign(href),
    // The session or the connection is lost: the reloaded page shows which.
    () => location.reload(),
  )
}
