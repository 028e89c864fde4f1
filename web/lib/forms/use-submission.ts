import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../call/api-error.ts'
import { describeFailure, type Failure } from '../call/failure.ts'
import { retryText } from '../texts/retry-text.ts'

export type Submission = {
  form: RefObject<HTMLFormElement | null>
  /** For the form's `onSubmit`, or the `onClick` of a button that stands alone. */
  onSubmit: (event: { preventDefault: () => void }) => void
  /** At work; a second press does nothing. */
  busy: boolean
  failure: Failure | undefined
  /** What went wrong and concerns no field, and when another try makes sense. */
  problems: readonly string[]
}

/**
 * Sends a form: one sending at a time, what was refused is told and the first field at fault gets the focus.
 * What was typed stays, whatever happens.
 *
 * @param fields wire names of the fields that the form shows
 * @param send does the work; while the promise is pending the form is busy
 * @param homes the field where a refusal is told that names none, by the refusal's key
 */
export function useSubmission(
  fields: readonly string[],
  send: () => Promise<unknown>,
  homes?: Readonly<Record<string, string>>,
): Submission {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  // The error itself is kept, so that its text follows a change of language.
  const [thrown, setThrown] = useState<{ error: unknown }>()

  useLayoutEffect(() => {
    if (thrown) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [thrown])

  const onSubmit: Submission['onSubmit'] = event => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setThrown(undefined)
    send()
      .catch((error: unknown) => {
        setThrown({ error })
        // What isn't an answer of the server is a fault of ours: it is told to whoever watches for those.
        if (!(error instanceof ApiError)) reportError(error)
      })
      .finally(() => setBusy(false))
  }
  const failure = thrown && describeFailure(thrown.error, fields, homes)
  return { form, onSubmit, busy, failure, problems: failure ? problemsOf(failure) : [] }
}

function problemsOf({ general, retryAfterSeconds }: Failure): string[] {
  if (general === undefined) return []
  return retryAfterSeconds === undefined ? [general] : [general, retryText(retryAfterSeconds)]
}
