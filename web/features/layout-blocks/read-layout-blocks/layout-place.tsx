import { useEffect, useRef, useState } from 'react'
import { logFailure } from '#web/lib/log.ts'
import styles from './layout-place.module.css'

type LayoutPlaceProps = {
  side: 'top' | 'bottom'
  /** Loads the program that fills it; the same for both places, so scripts keep the page's order. */
  program: () => Promise<Pick<typeof import('./fill-place.ts'), 'fillPlace'>>
  /** Called when there is nothing to show, or loading failed; must be a stable function. */
  onMissing?: () => void
}

/**
 * Place of the publisher's own blocks: above our header or below our footer (R7.03). A skeleton reserves their
 * height; the program comes after the page has been painted.
 */
export function LayoutPlace({ side, program, onMissing }: LayoutPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState(true)
  useEffect(() => {
    const fill = async () => {
      try {
        const { fillPlace } = await program()
        if (place.current && !(await fillPlace(place.current, side))) onMissing?.()
      } catch (error) {
        logFailure('layout blocks', error)
        onMissing?.()
      }
      setLoading(false)
    }
    void fill()
  }, [side, program, onMissing])
  return <div ref={place} className={loading ? styles[side] : undefined} />
}
