import { useEffect, useRef } from 'react'

/**
 * Defers layout changes while a pointer is down. Otherwise a button could move away between press and release,
 * and the click would be lost.
 *
 * @returns runs the given work, now or after the pointer's release and click
 */
export function useAfterPress(): (work: () => void) => void {
  const pressing = useRef(false)
  useEffect(() => {
    const onDown = () => {
      pressing.current = true
    }
    const onUp = () => {
      pressing.current = false
    }
    window.addEventListener('pointerdown', onDown, { capture: true })
    window.addEventListener('pointerup', onUp, { capture: true })
    window.addEventListener('pointercancel', onUp, { capture: true })
    return () => {
      window.removeEventListener('pointerdown', onDown, { capture: true })
      window.removeEventListener('pointerup', onUp, { capture: true })
      window.removeEventListener('pointercancel', onUp, { capture: true })
    }
  }, [])
  return work => {
    if (!pressing.current) return work()
    // `click` comes after `pointerup`, so the work is queued behind both.
    const later = () => setTimeout(work)
    window.addEventListener('pointerup', later, { once: true })
    return undefined
  }
}
