import { type ErrorKey, errorCatalogue } from '#contract/errors.ts'
import type { Refusal } from '#contract/wire.ts'

type Params = Record<string, string | number>

/** One fault of a refused call, before it has its text. */
export type Fault = {
  key: ErrorKey
  field?: string
  params?: Params
  /** Its text, where it is for the publisher's own people and the catalogue's would say too little. */
  message?: string
}

/**
 * An expected refusal: thrown by a use case, told to the reader in the reader's language, never logged as a
 * fault of ours. Anything else that is thrown is a bug and becomes a 500.
 */
export class AppError extends Error {
  readonly faults: readonly Fault[]
  readonly status: number
  /** Seconds after which a repeat makes sense, for 429 and 503. */
  readonly retryAfterS: number | undefined
  /** What has to be proven before the call is repeated. */
  readonly challenge: Refusal['challenge']

  constructor(
    fault: ErrorKey | Fault | readonly Fault[],
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

function toFaults(fault: ErrorKey | Fault | readonly Fault[]): readonly Fault[] {
  if (typeof fault === 'string') return [{ key: fault }]
  return 'key' in fault ? [fault] : fault
}
