import { useEffect, useState } from 'react'

/** Debounce in ms: one request a word, not one a letter. */
const quietMs = 200

/** A debounced text. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
