import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is in the viewport. @param present whether it is rendered now */
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
