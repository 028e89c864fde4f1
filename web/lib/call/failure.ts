import { ApiError } from './api-error.ts'
import { errorText, fieldTextsOfError, textOfError } from './error-text.ts'

/** Why a form was not accepted, in words of the reader's language. */
export type Failure = {
  /** Texts by the wire's name of the field at fault. */
  fields: Readonly<Record<string, string>>
  /** Keys of the refusals that these texts are of, for a form that says one in its own words. */
  keys: Readonly<Record<string, string>>
  /** What concerns no field of the form. */
  general: string | undefined
  retryAfterSeconds: number | undefined
}

/**
 * Puts a failed call into words. Field errors of the server land on the form's fields (R5.15); all else is
 * told above them.
 *
 * @param thrown whatever the call threw
 * @param fields wire names of the fields that the form shows
 * @param homes the field where a refusal is told that names none, by the refusal's key
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
