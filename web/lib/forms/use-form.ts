import { useState } from 'react'
import { ApiError, type Fault } from '../call/api-error.ts'
import { errorText } from '../call/error-text.ts'
import { useAfterPress } from './use-after-press.ts'
import { useSubmission } from './use-submission.ts'

type Change = { target: { value: string } }

/** What the control of a field needs. */
export type FieldControl = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: Change) => void
  onBlur: () => void
}

/**
 * A form of several fields: checked on leaving a field and on sending, by the contract's own rules; refusals of the
 * server land on their fields. What was typed stays, whatever happens.
 *
 * @param options.initial what stands in the fields at first, by the wire's names
 * @param options.check what is wrong with the values; `faultsOf` over the call's schema
 * @param options.send does the work with values that passed; while the promise is pending the form is busy
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
  const submission = useSubmission(Object.keys(initial), async () => {
    setSent(values)
    const faults = check(values)
    if (faults.length > 0) throw new ApiError('unprocessable_entity', { faults })
    await send(values)
  })

  const errorOf = (name: Name): string | undefined => {
    const refused = submission.failure?.fields[name]
    if (refused !== undefined && sent?.[name] === values[name]) return refused
    // An empty field is no fault before the form is sent.
    const isDue = sent !== undefined || (left.has(name) && values[name] !== '')
    const fault = isDue ? check(values).find(({ field }) => field === name) : undefined
    return fault && errorText(fault.key, fault.params)
  }

  return {
    ...submission,
    values,
    /** Puts a value into a field that is no control of its own. */
    setValue: (name: Name, value: string) => setValues(before => ({ ...before, [name]: value })),
    /** What the control of a field needs. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (event: Change) => setValues(before => ({ ...before, [name]: event.target.value })),
      onBlur: () => afterPress(() => setLeft(before => new Set([...before, name]))),
    }),
  }
}
