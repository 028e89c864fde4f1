import { useEffect, useRef, useState } from 'react'
import { afterFirstPaint } from '#web/lib/first-paint.ts'
import { logFailure } from '#web/lib/log.ts'
import styles from './layout-place.module.css'

/** One for both places: who waits for the same promise goes on in turn, so scripts keep the order of the page. */
let program: Promise<typeof import('./fill-place.ts')> | undefined

type LayoutPlaceProps = {
  side: 'top' | 'bottom'
  /** Told when there is nothing to show here, or it did not come; the same function at each drawing. */
  onMissing?: () => void
}

/**
 * Where the publisher's own blocks stand: above our header or below our footer (R7.03). A skeleton of their height
 * keeps the place; they are asked for only when the reader already sees the page.
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
