import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the first row of a new page, since the pressed button may be gone.
 *
 * @param pages how many are shown; the first is no new one
 * @returns for that row
 */
export function useFocusOnGrowth<Row extends HTMLElement>(pages: number): RefObject<Row | null> {
  const target = useRef<Row>(null)
  const former = useRef(pages)
  useEffect(() => {
    if (former.current > 0 && pages > former.current) target.current?.focus()
    former.current = pages
  }, [pages])
  return target
}
