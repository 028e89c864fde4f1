import { ApiError } from './api-error.ts'
import { errorText, fieldTextsOfError, textOfError } from './error-text.ts'

/** Texts of a refused form. */
export type Failure = {
  /** Texts by the wire's name of the invalid field. */
  fields: Readonly<Record<string, string>>
  /** Error keys of these texts, for a form with its own wording. */
  keys: Readonly<Record<string, string>>
  /** Error that belongs to no field of the form. */
  general: string | undefined
  retryAfterSeconds: number | undefined
}

/**
 * Describes a failed call. Field errors of the server are shown at the form's fields (R5.15), all others above
 * them.
 *
 * @param thrown whatever the call threw
 * @param fields wire names of the fields that the form shows
 * @param homes field for errors without one, by error key
 */
export function describeFailure(
  thrown: unknown,
  fields: readonly string[],
  homes: Readonly<Record<string, string>> = {},
): Failure {
  const error = thrown instanceof ApiError ? withHomes(thrown, homes) : thrown
  const faults = error instanceof ApiError ? error.faults : []
  const elsewhere = faults.find(({ field }) => field === undefined || !fields.includes(field))
  return {
    fields: fieldTextsOfError(error),
    keys: Object.fromEntries(faults.toReversed().map(({ field = '', key }) => [field, key])),
    general:
      faults.length === 0 ? textOfError(error) : elsewhere && errorText(elsewhere.key, elsewhere.params),
    retryAfterSeconds: error instanceof ApiError ? error.retryAfterSeconds : undefined,
  }
}

function withHomes(error: ApiError, homes: Readonly<Record<string, string>>): ApiError {
  const faults = error.faults.map(fault => {
    const field = fault.field ?? homes[fault.key]
    return field === undefined ? fault : { ...fault, field }
  })
  const { status, retryAfterSeconds } = error
  return new ApiError(error.kind, {
    status,
    faults,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}
