import { useEffect, useState } from 'react'

/** Long enough that a search is asked for once a word, not once a letter. */
const quietMs = 200

/** A text as it was when typing last paused. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
