import type { Refusal } from '#contract/wire.ts'

export type Fault = Refusal['errors'][number]
/** Challenge that the server requires before it executes a call (R5.10). */
export type Challenge = NonNullable<Refusal['challenge']>

/** Kind of a failed call (R8.01). */
export type ApiErrorKind = keyof typeof messages

const messages = {
  bad_request: 'Bad Request',
  not_logged_in: 'User is not logged in.',
  unauthorised_request: 'Unauthorised Request',
  not_found: 'Not Found',
  unprocessable_entity: 'Unprocessable Entity',
  too_many_requests: 'Too Many Requests',
  server_error: 'Server Error',
  invalid_content_type: 'Invalid content type',
  invalid_answer: 'Invalid answer',
  timeout: 'Timeout',
  offline: 'Offline',
  unreachable: 'Unreachable',
  failed: 'Failed',
} as const

/** A call that did not succeed. `faults` are the server's own reasons, by keys of the error catalogue. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly kind: ApiErrorKind
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly faults: readonly Fault[]
  /** The Retry-After header, in seconds. */
  readonly retryAfterSeconds: number | undefined
  readonly challenge: Challenge | undefined

  constructor(
    kind: ApiErrorKind,
    details: {
      status?: number
      faults?: readonly Fault[]
      retryAfterSeconds?: number
      challenge?: Challenge | undefined
      cause?: unknown
    } = {},
  ) {
    const message = kind === 'server_error' ? `${messages[kind]} (${details.status ?? 0})` : messages[kind]
    super(message, { cause: details.cause })
    this.kind = kind
    this.status = details.status ?? 0
    this.faults = details.faults ?? []
    this.retryAfterSeconds = details.retryAfterSeconds
    this.challenge = details.challenge
  }
}

/** Converts an unsuccessful response into an error (R8.01). */
export async function errorOfAnswer(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(kindOf(response.status), {
    status: response.status,
    ...(await reasonsOf(response)),
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  })
}

const kindsByStatus: Record<number, ApiErrorKind> = {
  400: 'bad_request',
  401: 'not_logged_in',
  403: 'unauthorised_request',
  404: 'not_found',
  422: 'unprocessable_entity',
  429: 'too_many_requests',
}

const kindOf = (status: number): ApiErrorKind =>
  status >= 500 ? 'server_error' : (kindsByStatus[status] ?? 'failed')

/** Faults and challenge of a refusal; none when the body is something else, e.g. a proxy's page. */
async function reasonsOf(
  response: Response,
): Promise<{ faults: readonly Fault[]; challenge?: Challenge | undefined }> {
  try {
    const { errors: faults, challenge }: Refusal = await response.json()
    return Array.isArray(faults) ? { faults, challenge } : { faults: [] }
  } catch {
    return { faults: [] }
  }
}
