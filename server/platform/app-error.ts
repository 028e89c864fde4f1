import { type ErrorKey, errorCatalogue, isErrorKey } from '#contract/errors.ts'
import type { Refusal } from '#contract/wire.ts'
import type { Values, ValuesOf } from '#locales/values-of.ts'

type FaultOf<Key extends ErrorKey> = {
  key: Key
  field?: string
  /**
   * Replaces the catalogue's text: for operators, who need details, and where another system calls on a
   * reader's behalf.
   */
  message?: string
} & (unknown extends ValuesOf<`error.${Key}`>
  ? { params?: Values }
  : { params: ValuesOf<`error.${Key}`> & Values })

/** Refusals whose text has no placeholders. */
export type PlainErrorKey = {
  [Key in ErrorKey]: unknown extends ValuesOf<`error.${Key}`> ? Key : never
}[ErrorKey]
type KeyWithValues = Exclude<ErrorKey, PlainErrorKey>

const keysWithValues: Record<KeyWithValues, true> = {
  address_limit_reached: true,
  company_too_many_lines: true,
  document_recipient_limit: true,
  control_code_invalid: true,
  ebook_limit_reached: true,
  max_length: true,
  min_length: true,
}

/** Whether a refusal's text has no placeholders; for keys that come from a schema. */
export const isPlainErrorKey = (key: string): key is PlainErrorKey =>
  isErrorKey(key) && !Object.hasOwn(keysWithValues, key)

/** One fault of a refused call, before it has its text; values for the text's placeholders are required. */
export type Fault = FaultOf<PlainErrorKey> | { [Key in KeyWithValues]: FaultOf<Key> }[KeyWithValues]

/**
 * An expected refusal: thrown by a use case, told to the reader in the reader's language, never logged as a
 * fault of ours. Anything else that is thrown is a bug and becomes a 500.
 */
export class AppError extends Error {
  readonly faults: readonly Fault[]
  readonly status: number
  /** For the Retry-After header of 429 and 503, in seconds. */
  readonly retryAfterS: number | undefined
  /** Challenge to solve before the call is retried. */
  readonly challenge: Refusal['challenge']

  constructor(
    fault: PlainErrorKey | Fault | readonly Fault[],
    options: { retryAfterS?: number; challenge?: Refusal['challenge'] } = {},
  ) {
    const faults = toFaults(fault)
    super(faults.map(each => each.key).join(', '))
    this.faults = faults
    this.status = Math.min(...faults.map(each => errorCatalogue[each.key]))
    this.retryAfterS = options.retryAfterS
    this.challenge = options.challenge
  }
}

/**
 * Error of an operation that can't be done.
 *
 * @param sentence what is wrong and how to mend it, for the operator; nothing personal
 * @param field of the input at fault
 */
export const refusal = (sentence: string, field?: string): AppError =>
  new AppError({ key: 'operation_refused', message: sentence, ...(field === undefined ? {} : { field }) })

function toFaults(fault: PlainErrorKey | Fault | readonly Fault[]): readonly Fault[] {
  if (typeof fault === 'string') return [{ key: fault }]
  return 'key' in fault ? [fault] : fault
}
