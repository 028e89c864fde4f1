import { useEffect, useSyncExternalStore } from 'react'
import styles from './announcer.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type Toast = { id: number; text: string; tone: 'good' | 'error' }
type State = { polite: string; assertive: string; toast: Toast | undefined }

/** Long enough for two short sentences; what a toast says is also to be seen on the page. */
const toastMs = 8000

let state: State = { polite: '', assertive: '', toast: undefined }
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Reads a text out to those who listen; nothing is shown.
 *
 * @param urgency `assertive` interrupts what is being read, for errors only
 */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  // A text like the last one would not be read again; a no-break space at its end makes it another one.
  const repeated = state[urgency] === text
  change({ [urgency]: repeated ? `${text}\u00a0` : text })
}

/** Shows and reads out the outcome of an act whose place on the page is not in sight. An error stays until closed. */
export function showToast(text: string, tone: Toast['tone'] = 'good'): void {
  lastId += 1
  change({ toast: { id: lastId, text, tone } })
  announce(text, tone === 'error' ? 'assertive' : 'polite')
}

/** Place of all announcements; stands once on every page. */
export function Announcer() {
  const { polite, assertive } = useSyncExternalStore(subscribe, () => state)
  return (
    <VisuallyHidden>
      <span role="status">{polite}</span>
      <span role="alert">{assertive}</span>
    </VisuallyHidden>
  )
}

/** Place of the toast; stands once on every page, in `main`, so that whoever goes by landmarks finds it. */
export function ToastPlace({ closeLabel }: { closeLabel: string }) {
  const { toast } = useSyncExternalStore(subscribe, () => state)

  useEffect(() => {
    if (!toast || toast.tone === 'error') return undefined
    const timer = setTimeout(() => change({ toast: undefined }), toastMs)
    return () => clearTimeout(timer)
  }, [toast])

  if (!toast) return null
  return (
    <div className={`${styles.toast} ${styles[toast.tone]}`} key={toast.id} data-passing>
      <p>{toast.text}</p>
      <button type="button" className={styles.close} onClick={() => change({ toast: undefined })}>
        {closeLabel}
      </button>
    </div>
  )
}

function change(part: Partial<State>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
