import { useSyncExternalStore } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

type Toast = { id: number; text: string; tone: 'good' | 'error' }
type State = { polite: string; assertive: string; toast: Toast | undefined }

let state: State = { polite: '', assertive: '', toast: undefined }
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Announces a text to screen readers.
 *
 * @param urgency `assertive` interrupts what is being read, for errors only
 */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  // A repeated text is not announced again; a trailing no-break space makes it differ.
  const repeated = state[urgency] === text
  change({ [urgency]: repeated ? `${text}\u00a0` : text })
}

/** Takes an announcement back whose cause is gone; what was said meanwhile stays. */
export function retract(text: string): void {
  if (state.polite.trimEnd() === text.trimEnd()) change({ polite: '' })
}

/** Shows and announces an outcome whose place on the page is not in view. Errors stay until closed. */
export function showToast(text: string, tone: Toast['tone'] = 'good'): void {
  lastId += 1
  change({ toast: { id: lastId, text, tone } })
  announce(text, tone === 'error' ? 'assertive' : 'polite')
}

/** Live regions; once on every page. */
export function Announcer() {
  const { polite, assertive } = useSyncExternalStore(subscribe, current, current)
  return (
    <VisuallyHidden>
      <span role="status">{polite}</span>
      <span role="alert">{assertive}</span>
    </VisuallyHidden>
  )
}

/** Hook: the toast that is to be seen, and what takes it away. */
export function useToast() {
  const { toast } = useSyncExternalStore(subscribe, current, current)
  return { toast, close: closeToast }
}

const closeToast = (): void => change({ toast: undefined })
const current = (): State => state

function change(part: Partial<State>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
