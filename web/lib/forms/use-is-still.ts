import { useEffect, useRef } from 'react'

/**
 * Hook: tells, once a slow answer has come, whether what it is about still stands in its form, and the form on the page.
 *
 * @param value as typed
 */
export function useIsStill(value: string): () => boolean {
  const now = useRef<string>(undefined)
  useEffect(() => {
    now.current = value
    return () => {
      now.current = undefined
    }
  }, [value])
  return () => now.current === value
}
