import { useEffect, useRef, useSyncExternalStore } from 'react'
import styles from './announcer.module.css'
import { useToastSide } from './toast-side.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

type Toast = { id: number; text: string; tone: 'good' | 'error' }
type State = { polite: string; assertive: string; toast: Toast | undefined }

/** Long enough for two short sentences; what a toast says is also to be seen on the page. */
const toastMs = 8000

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

/** Place of the toast; once on every page, in `main`, so that it is found by landmark navigation. */
export function ToastPlace({ closeLabel }: { closeLabel: string }) {
  const { toast } = useSyncExternalStore(subscribe, current, current)
  const place = useRef<HTMLDivElement>(null)
  const side = useToastSide(place, toast)

  useEffect(() => {
    if (!toast || toast.tone === 'error') return undefined
    const timer = setTimeout(() => change({ toast: undefined }), toastMs)
    return () => clearTimeout(timer)
  }, [toast])

  if (!toast) return null
  const looks = [styles.toast, toast.tone === 'error' && styles.error, side === 'top' && styles.top]
  return (
    // Drawn anew at the other side: an element that moves is a layout shift.
    <div ref={place} className={looks.filter(Boolean).join(' ')} key={`${toast.id} ${side}`} data-passing>
      <p>{toast.text}</p>
      <button type="button" className={styles.close} onClick={() => change({ toast: undefined })}>
        {closeLabel}
      </button>
    </div>
  )
}

const current = (): State => state

function change(part: Partial<State>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
