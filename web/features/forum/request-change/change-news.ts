import { useEffect, useState } from 'react'
import type { ForumChange } from '#contract/forum/forum.ts'
import { readStored, writeStored } from '#web/lib/browser/storage.ts'

/** Older decisions are not news in a browser that has not seen the request. */
const newsForMs = 30 * 86_400_000

/** What the browser remembers of a request: its id and last shown state (R3.12). */
const markOf = (change: ForumChange): string => `${change.id}:${change.state}`

/**
 * Whether a decision is shown as news: once, in a browser that has seen the request pending, or soon after it.
 *
 * @param remembered what the browser remembers of requests of this kind
 * @param nowMs the server's time in milliseconds since 1970
 */
export function isNews(change: ForumChange, remembered: string | undefined, nowMs: number): boolean {
  if (change.decided_at === null || remembered === markOf(change)) return false
  return remembered === `${change.id}:requested` || nowMs - Date.parse(change.decided_at) < newsForMs
}

/**
 * The same as a hook, which remembers what it has shown: after a reload it is no news (R4.11).
 *
 * @param name which of the two keys of local storage
 * @param nowMs the server's time in milliseconds since 1970
 */
export function useIsNews(
  name: 'nicknameChange' | 'blogChange',
  change: ForumChange | null,
  nowMs: number,
): boolean {
  const [before] = useState(() => readStored(name))
  const mark = change && markOf(change)
  useEffect(() => {
    if (mark !== null) writeStored(name, mark)
  }, [name, mark])
  return change !== null && isNews(change, before, nowMs)
}
