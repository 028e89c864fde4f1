import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of the focus ring and its distance, in px. */
const ring = 5

/**
 * The edge of the screen at which a toast stands: the lower one, unless it would lie over the focused element there
 * (WCAG 2.4.11).
 *
 * @param place the toast's element
 * @param toast the toast; the focus is followed while there is one
 */
export function useToastSide(place: RefObject<HTMLElement | null>, toast: object | undefined) {
  const [side, setSide] = useState<'bottom' | 'top'>('bottom')

  useLayoutEffect(() => {
    if (!toast) return undefined
    const look = () => {
      const held = document.activeElement
      if (!place.current || !held || place.current.contains(held)) return
      const { top, bottom, left, right, height } = place.current.getBoundingClientRect()
      const space = Math.min(top, innerHeight - bottom) + height + ring
      const box = held.getBoundingClientRect()
      const isBeside = box.right + ring < left || box.left - ring > right
      const isBelow = box.bottom > innerHeight - space && box.top >= space
      setSide(isBelow && !isBeside ? 'top' : 'bottom')
    }
    // In the next frame, when the page has scrolled to what was focused.
    let frame = 0
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    const following = new AbortController()
    for (const event of ['focusin', 'scroll', 'resize'] as const)
      addEventListener(event, lookSoon, { signal: following.signal, passive: true })
    const sizes = new ResizeObserver(lookSoon)
    sizes.observe(document.body)
    look()
    return () => {
      following.abort()
      sizes.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [place, toast])

  return side
}
