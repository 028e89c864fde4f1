import { useEffect, useRef } from 'react'
import { useToast } from './announcer.tsx'
import styles from './toast.module.css'
import { useToastSide } from './toast-side.ts'

/** Long enough for two short sentences; what a toast says is also to be seen on the page. */
const toastMs = 8000

/** Place of the toast; once on every page, in `main`, so that it is found by landmark navigation. */
export function ToastPlace({ closeLabel }: { closeLabel: string }) {
  const { toast, close } = useToast()
  const place = useRef<HTMLDivElement>(null)
  const side = useToastSide(place, toast)

  useEffect(() => {
    if (!toast || toast.tone === 'error') return undefined
    const timer = setTimeout(close, toastMs)
    return () => clearTimeout(timer)
  }, [toast, close])

  if (!toast) return null
  const looks = [styles.toast, toast.tone === 'error' && styles.error, side === 'top' && styles.top]
  return (
    // Drawn anew at the other side: an element that moves is a layout shift.
    <div ref={place} className={looks.filter(Boolean).join(' ')} key={`${toast.id} ${side}`} data-passing>
      <p>{toast.text}</p>
      <button type="button" className={styles.close} onClick={close}>
        {closeLabel}
      </button>
    </div>
  )
}
