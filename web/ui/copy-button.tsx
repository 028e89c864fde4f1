import type { ReactNode } from 'react'
import { showToast } from './announcer.tsx'
import { Button } from './button.tsx'

type CopyButtonProps = {
  /** What is copied. */
  value: string
  /** Texts announced after copying, and when the browser refuses. */
  copiedText: string
  failedText: string
  children: ReactNode
}

/** Copies a text with one press. */
export function CopyButton({ value, copiedText, failedText, children }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      showToast(copiedText)
    } catch {
      showToast(failedText, 'error')
    }
  }
  return (
    <Button variant="quiet" onClick={() => void copy()}>
      {children}
    </Button>
  )
}
