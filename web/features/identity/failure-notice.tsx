import { Notice } from '#web/ui/notice.tsx'
import type { Failure } from './failure.ts'
import { retryText } from './retry-text.ts'

/** What concerns no field of the form, and when another try makes sense. */
export function FailureNotice({ failure }: { failure: Failure }) {
  if (failure.general === undefined) return null
  return (
    <Notice tone="error">
      <p>{failure.general}</p>
      {failure.retryAfterSeconds !== undefined && <p>{retryText(failure.retryAfterSeconds)}</p>}
    </Notice>
  )
}
