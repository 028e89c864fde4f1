import type { Endpoint, EndpointInput, EndpointOutput } from '#contract/endpoint.ts'
import { captchaField, challengeHeaders } from '#contract/storm-shield/storm-shield.ts'
import type { Locale } from '#contract/wire.ts'
import { ApiError, type Challenge, errorOfAnswer } from './api-error.ts'
import { type Session, SessionError } from './session.ts'

/** R9.06 */
const timeoutMs = 30_000
/** R7.19 */
const successes = new Set([200, 201, 202, 204])

export type CallOptions = {
  signal?: AbortSignal
  /** Another origin than the central login's, e.g. the content host. */
  origin?: string
  /** `false` for calls before the reader is known. */
  waitForUser?: boolean
  headers?: Record<string, string>
  /** Goes on when the page is left. */
  keepalive?: boolean
}

type CallDeps = {
  fetch: typeof fetch
  /** Origin of the central login, which answers all calls of the contract. */
  origin: string
  locale: () => Locale
  /** Settles when the reader is known. */
  userKnown: Promise<unknown>
  session: Pick<Session, 'freshPayload' | 'refresh' | 'userId'>
  isOnline: () => boolean
  log: (error: ApiError, endpoint: Endpoint) => void
  /** Shows a challenge to the reader; undefined when cancelled. */
  askProof: (challenge: Challenge, refused: ApiError) => Promise<string | undefined>
  /** Called when the session is lost; the app shows it. */
  onSessionLost: (how: SessionLoss) => void
}

/** The session has ended, or another reader has signed in in this browser. */
export type SessionLoss = 'ended' | 'another_reader'

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options?: CallOptions,
) => Promise<EndpointOutput<E>>

/**
 * Creates the browser's API client (R7.01). It waits until the reader is known, refreshes a stale session
 * first, and retries a call once after a 401.
 */
export function createCall(deps: CallDeps): Call {
  return async (endpoint, input, options = {}) => {
    try {
      if (options.waitForUser !== false) await deps.userKnown
      if (endpoint.access !== 'reader') return await sendProven(deps, endpoint, input, options)
      await deps.session.refresh()
      try {
        return await sendProven(deps, endpoint, input, options)
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'not_logged_in') throw error
        // A 401 means that nothing was executed, so any method may be retried.
        await deps.session.refresh({ forced: true })
        return await sendProven(deps, endpoint, input, options)
      }
    } catch (error) {
      const failure = asApiError(error, options.signal, deps.isOnline())
      if (failure instanceof ApiError) {
        deps.log(failure, endpoint)
        const loss = endpoint.access === 'reader' && lossOf(failure, input, deps.session.userId())
        if (loss) deps.onSessionLost(loss)
      }
      throw failure
    }
  }
}

function lossOf(
  { kind }: ApiError,
  { params }: Input,
  readerNow: number | undefined,
): SessionLoss | undefined {
  if (kind === 'not_logged_in') return 'ended'
  const owner = params?.['userId']
  const isAnother = owner !== undefined && readerNow !== undefined && owner !== String(readerNow)
  return kind === 'unauthorised_request' && isAnother ? 'another_reader' : undefined
}

/** Sends a call and, after a challenge, the same call again with the answer (R5.10). */
async function sendProven<E extends Endpoint>(
  deps: CallDeps,
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions,
): Promise<EndpointOutput<E>> {
  let proof: Proof | undefined
  for (;;) {
    try {
      return await send(deps, endpoint, input, options, proof)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.challenge || options.signal?.aborted) throw error
      const { challenge } = error
      const answer = await deps.askProof(challenge, error)
      if (answer === undefined) throw error
      proof =
        endpoint.takesCaptcha && challenge.kind === 'captcha'
          ? { field: { [captchaField]: answer } }
          : {
              headers: {
                [challengeHeaders.id]: challenge.id,
                [challengeHeaders.answer]: encodeURIComponent(answer),
              },
            }
    }
  }
}

/** How a challenge's answer is sent: in the body's field for a captcha, in headers otherwise. */
type Proof = { field?: Record<string, string>; headers?: Record<string, string> }

async function send<E extends Endpoint>(
  deps: CallDeps,
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions,
  proof: Proof = {},
): Promise<EndpointOutput<E>> {
  const { params, query, body: asked }: Input = input
  const body = proof.field && typeof asked === 'object' ? { ...asked, ...proof.field } : asked
  const deadline = startDeadline(options.signal)
  try {
    const response = await deps.fetch(address(options.origin ?? deps.origin, endpoint.path, params, query), {
      method: endpoint.method,
      credentials: 'include',
      ...(options.keepalive && { keepalive: true }),
      signal: deadline.signal,
      headers: {
        accept: 'application/json',
        'accept-language': deps.locale(),
        ...(body !== undefined && endpoint.bodyType !== 'form' && { 'content-type': 'application/json' }),
        ...options.headers,
        ...proof.headers,
      },
      ...(body !== undefined && { body: endpoint.bodyType === 'form' ? form(body) : JSON.stringify(body) }),
    })
    if (!successes.has(response.status)) throw await errorOfAnswer(response)
    // The endpoint's own schema has just given this type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (await answer(response, endpoint)) as EndpointOutput<E>
  } finally {
    deadline.stop()
  }
}

/** Abort signal for a timeout or the caller's abort. (AbortSignal.any is too new for some browsers.) */
function startDeadline(wanted: AbortSignal | undefined): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('Timeout', 'TimeoutError')), timeoutMs)
  const abort = () => controller.abort(wanted?.reason)
  if (wanted?.aborted) abort()
  wanted?.addEventListener('abort', abort)
  const stop = () => {
    clearTimeout(timer)
    wanted?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, stop }
}

type Input = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

async function answer(response: Response, endpoint: Endpoint): Promise<unknown> {
  const isAccepted = endpoint.accepted !== undefined && response.status === 202
  const schema = isAccepted ? endpoint.accepted.body : endpoint.success.body
  if (response.status === 204 || !schema) return undefined
  if (!/^application\/(?:[\w.+-]+\+)?json\b/.test(response.headers.get('content-type') ?? '')) {
    throw new ApiError('invalid_content_type', { status: response.status })
  }
  const given = await jsonOf(response)
  // The built contract has no schemas of answers (decision 092).
  if (!('safeParse' in schema)) return given
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new ApiError('invalid_answer', { status: response.status, cause: parsed.error })
  return parsed.data
}

/** A broken connection is rethrown: not a malformed answer. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ApiError('invalid_answer', { status: response.status, cause: error })
  }
}

function address(origin: string, path: string, params: Input['params'], query: Input['query']): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const url = new URL(filled, origin)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined)
      url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return url.href
}

/** Fields that were not given are not sent (R5.14). */
function form(body: unknown): URLSearchParams {
  const fields = Object.entries(body ?? {}).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
}

/** Wraps a failure; the caller's own abort is rethrown. */
function asApiError(error: unknown, signal: AbortSignal | undefined, online: boolean): unknown {
  if (error instanceof ApiError || signal?.aborted) return error
  if (error instanceof SessionError) {
    const kind = error.reason === 'not_logged_in' ? 'not_logged_in' : 'failed'
    return new ApiError(kind, { status: kind === 'failed' ? 0 : 401, cause: error })
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ApiError('timeout', { cause: error })
  }
  return new ApiError(online ? 'unreachable' : 'offline', { cause: error })
}
