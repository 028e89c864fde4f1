import { useEffect, useState } from 'react'
import { ApiError, type Fault } from '../call/api-error.ts'
import { errorText } from '../call/error-text.ts'
import { addErrorTexts } from '../texts/catalogue.ts'
import { useAfterPress } from './use-after-press.ts'
import { useSubmission } from './use-submission.ts'

type Change = { target: { value: string } }

/** Props for a field's control. */
export type FieldControl = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: Change) => void
  onBlur: () => void
}

/**
 * State of a form: validated on blur and on submit by the contract's schema; the server's errors are shown at
 * their fields. Input is never lost.
 *
 * @param options.initial initial values, by the wire's names
 * @param options.check validates the values; `faultsOf` with the call's schema
 * @param options.send called with valid values; the form is busy while it is pending
 */
export function useForm<Name extends string>(options: {
  initial: Readonly<Record<Name, string>>
  check: (values: Readonly<Record<Name, string>>) => readonly Fault[]
  send: (values: Readonly<Record<Name, string>>) => Promise<unknown>
}) {
  const { initial, check, send } = options
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  /** The values as they were sent last. */
  const [sent, setSent] = useState<Readonly<Record<Name, string>>>()
  const afterPress = useAfterPress()
  // Its own checks speak before the server does.
  useEffect(() => void addErrorTexts(), [])
  const submission = useSubmission(Object.keys(initial), async () => {
    setSent(values)
    const faults = check(values)
    if (faults.length > 0) throw new ApiError('unprocessable_entity', { faults })
    await send(values)
  })

  const errorOf = (name: Name): string | undefined => {
    const refused = submission.failure?.fields[name]
    if (refused !== undefined && sent?.[name] === values[name]) return refused
    // Empty fields are reported only after a submit.
    const isDue = sent !== undefined || (left.has(name) && values[name] !== '')
    const fault = isDue ? check(values).find(({ field }) => field === name) : undefined
    return fault && errorText(fault.key, fault.params)
  }

  return {
    ...submission,
    values,
    /** Sets the value of a field that is not a control of its own. */
    setValue: (name: Name, value: string) => setValues(before => ({ ...before, [name]: value })),
    /** Props for a field's control. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      // Read at once: of what was typed before the scripts came React empties the field until it has drawn it.
      onChange: ({ target: { value } }: Change) => setValues(before => ({ ...before, [name]: value })),
      onBlur: () => afterPress(() => setLeft(before => new Set([...before, name]))),
    }),
  }
}
