import type { MouseEvent } from 'react'
import { currentSession } from './api.ts'

/**
 * Makes a press on a link to a document of the server work however long the page has been open: the document is
 * asked for by the browser itself, which cannot renew the session.
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
    // The session is over, or the line is: the page begins anew and says which.
    () => location.reload(),
  )
}
