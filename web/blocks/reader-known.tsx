import { type ReactNode, Suspense } from 'react'
import { useIsTakenOver, useLogin } from '#web/lib/reader/login-context.ts'

type ReaderKnownProps = {
  /** In their place until the reader is known. */
  coming: ReactNode
  children: ReactNode
}

/** What depends on the reader, whom the server does not know when it renders. */
export function ReaderKnown({ coming, children }: ReaderKnownProps) {
  const isTakenOver = useIsTakenOver()
  const isComing = useLogin().reader instanceof Promise && !isTakenOver
  return <Suspense fallback={coming}>{isComing ? coming : children}</Suspense>
}
