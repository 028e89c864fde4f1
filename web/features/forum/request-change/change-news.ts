import { useEffect, useState } from 'react'
import type { ForumChange } from '#contract/forum/forum.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

/** A decision this old is no news in a browser that never knew of the wish. */
const newsForMs = 30 * 86_400_000

/** What the browser remembers of a wish: which one, and how it stood when it was shown last (R3.12). */
const markOf = (change: ForumChange): string => `${change.id}:${change.state}`

/**
 * Whether a decision is to be told as news: once, in the browser where the wish was waiting, or soon after.
 *
 * @param remembered what the browser remembers of wishes of this kind
 * @param nowMs the server's time in milliseconds since 1970
 */
export function isNews(change: ForumChange, remembered: string | undefined, nowMs: number): boolean {
  if (change.decided_at === null || remembered === markOf(change)) return false
  return remembered === `${change.id}:requested` || nowMs - Date.parse(change.decided_at) < newsForMs
}

/**
 * The same for a component, which remembers what it has shown: after a reload it is no news any more (R4.11).
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
