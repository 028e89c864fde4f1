import { useEffect, useRef, useState } from 'react'
import { afterFirstPaint } from '#web/lib/first-paint.ts'
import { logFailure } from '#web/lib/log.ts'
import styles from './layout-place.module.css'

/** One for both places: who waits for the same promise goes on in turn, so scripts keep the order of the page. */
let program: Promise<typeof import('./fill-place.ts')> | undefined

/**
 * Where the publisher's own blocks stand: above our header or below our footer (R7.03). A skeleton of their height
 * keeps the place; they are asked for only when the reader already sees the page.
 */
export function LayoutPlace({ side }: { side: 'top' | 'bottom' }) {
  const place = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState(true)
  useEffect(() => {
    const fill = async () => {
      try {
        program ??= import('./fill-place.ts')
        const { fillPlace } = await program
        if (place.current) await fillPlace(place.current, side)
      } catch (error) {
        logFailure('layout blocks', error)
      }
      setLoading(false)
    }
    void afterFirstPaint().then(fill)
  }, [side])
  return <div ref={place} className={loading ? styles[side] : undefined} />
}
