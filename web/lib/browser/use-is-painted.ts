import { useEffect, useState } from 'react'
import { afterFirstPaint } from './first-paint.ts'

let hasPainted = false

/** Hook: whether the first page has been painted; on every page after it, at once. */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(hasPainted)
  useEffect(() => {
    void afterFirstPaint().then(() => {
      hasPainted = true
      setIsPainted(true)
    })
  }, [])
  return isPainted
}
