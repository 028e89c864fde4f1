import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../call/api-error.ts'
import { describeFailure, type Failure } from '../call/failure.ts'
import { serverTimeMs } from '../server-time.ts'
import { retryText } from '../texts/retry-text.ts'
import { leadFocus } from './lead-focus.ts'

export type Submission = {
  form: RefObject<HTMLFormElement | null>
  /** For the form's `onSubmit`, or the `onClick` of a button that stands alone. */
  onSubmit: (event: { preventDefault: () => void }) => void
  /** Busy; further presses are ignored. */
  busy: boolean
  failure: Failure | undefined
  /** Errors without a field, and when to retry. */
  problems: readonly string[]
}

/**
 * Submits a form: one submission at a time, errors are shown and the first invalid field gets the focus. Input
 * is never lost.
 *
 * @param fields wire names of the fields that the form shows
 * @param send does the work; the form is busy while it is pending
 * @param homes field for errors without one, by error key
 */
export function useSubmission(
  fields: readonly string[],
  send: () => Promise<unknown>,
  homes?: Readonly<Record<string, string>>,
): Submission {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  // Keeps the error, so that its text follows the language, and when it came, from which a time to try again is counted.
  const [thrown, setThrown] = useState<{ error: unknown; atMs: number }>()

  useLayoutEffect(() => {
    if (thrown) leadFocus(form.current?.querySelector<HTMLElement>('[aria-invalid]'), form.current)
  }, [thrown])

  const onSubmit: Submission['onSubmit'] = event => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setThrown(undefined)
    send()
      .catch((error: unknown) => {
        setThrown({ error, atMs: serverTimeMs() })
        // Anything but an ApiError is a bug: reported.
        if (!(error instanceof ApiError)) reportError(error)
      })
      .finally(() => setBusy(false))
  }
  const failure = thrown && describeFailure(thrown.error, fields, homes)
  const problems: string[] = []
  if (thrown && failure?.general !== undefined) {
    problems.push(failure.general)
    if (failure.retryAfterSeconds !== undefined)
      problems.push(retryText(failure.retryAfterSeconds, thrown.atMs))
  }
  return { form, onSubmit, busy, failure, problems }
}
