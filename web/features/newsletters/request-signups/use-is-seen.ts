import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether a part of the page is in sight.
 *
 * @param present whether it is on the page now
 */
export function useIsSeen(part: RefObject<Element | null>, present: boolean): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = part.current
    if (!present || !element) return undefined
    const observer = new IntersectionObserver(entries => setSeen(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(element)
    return () => observer.disconnect()
  }, [part, present])
  return present && seen
}
