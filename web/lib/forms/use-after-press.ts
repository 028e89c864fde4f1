import { useEffect, useRef } from 'react'

/**
 * For what moves the page: while a pointer is down it waits until that is up. Otherwise the button under the pointer
 * would move away between the press and the release, and the click would be lost.
 *
 * @returns does the given work, now or as soon as the pointer is up and its click is over
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
    // The click follows the release, so the work follows both.
    const later = () => setTimeout(work)
    window.addEventListener('pointerup', later, { once: true })
    return undefined
  }
}
