import { useEffect, useRef, useState } from 'react'
import { afterFirstPaint } from '#web/lib/first-paint.ts'
import { logFailure } from '#web/lib/log.ts'
import styles from './layout-place.module.css'

/** Shared by both places: continuations of one promise run in order, so scripts keep the page's order. */
let program: Promise<typeof import('./fill-place.ts')> | undefined

type LayoutPlaceProps = {
  side: 'top' | 'bottom'
  /** Called when there is nothing to show, or loading failed; must be a stable function. */
  onMissing?: () => void
}

/**
 * Place of the publisher's own blocks: above our header or below our footer (R7.03). A skeleton reserves their
 * height; they are loaded after the page has been painted.
 */
export function LayoutPlace({ side, onMissing }: LayoutPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState(true)
  useEffect(() => {
    const fill = async () => {
      try {
        program ??= import('./fill-place.ts')
        const { fillPlace } = await program
        if (place.current && !(await fillPlace(place.current, side))) onMissing?.()
      } catch (error) {
        logFailure('layout blocks', error)
        onMissing?.()
      }
      setLoading(false)
    }
    void afterFirstPaint().then(fill)
  }, [side, onMissing])
  return <div ref={place} className={loading ? styles[side] : undefined} />
}
