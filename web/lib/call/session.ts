import { parseSessionToken, type SessionPayload, sessionCookies } from '#contract/identity/session-token.ts'
import type { CookieJar } from '../browser/cookies.ts'
import { keepTimeDifference, timeDifferenceMs } from '../server-time.ts'

const messages = {
  not_logged_in: 'User is not logged in.',
  http_api_error: 'HTTP API Error',
  no_fresh_payload: 'No fresh user payload found.',
} as const

/** A refresh without a session (R8.03). */
export class SessionError extends Error {
  override name = 'SessionError'
  readonly reason: keyof typeof messages

  constructor(reason: keyof typeof messages, cause?: unknown) {
    super(messages[reason], { cause })
    this.reason = reason
  }
}

type SessionDeps = {
  cookies: CookieJar
  /** Milliseconds since 1970 by this machine's clock. */
  now: () => number
  /** POST /refresh-token without a body. */
  postRefresh: () => Promise<Response>
  /** Runs one piece of work at a time among all tabs of this browser. */
  lock: (work: () => Promise<void>) => Promise<void>
  /** Domain of the cookies; empty for host-only cookies. */
  domain: string
}

export type Session = ReturnType<typeof createSession>

/** The session in the browser: only a hint for the UI; the server verifies every call. */
export function createSession(deps: SessionDeps) {
  let running: Promise<void> | undefined

  /** User id in the cookie; undefined when signed out or not an integer (R4.01). */
  const userId = (): number | undefined => {
    const value = deps.cookies.read(sessionCookies.userId)
    return value !== undefined && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : undefined
  }

  const payload = (): SessionPayload | undefined => {
    const token = deps.cookies.read(sessionCookies.payload)
    return token === undefined ? undefined : parseSessionToken(token)
  }

  /** The token's payload while valid by the server's clock, and of the cookie's user. */
  const freshPayload = (): SessionPayload | undefined => {
    const found = payload()
    if (!found || Number(found.sub) !== userId()) return undefined
    return found.exp * 1000 > deps.now() + timeDifferenceMs(deps.cookies) ? found : undefined
  }

  /**
   * Called after cookies were issued by a sign-in or a refresh: `iat` is the server's current time (clock
   * skew).
   */
  const noteIssued = (): void => {
    const issued = payload()
    const { cookies, domain } = deps
    if (issued) keepTimeDifference(cookies, { serverMs: issued.iat * 1000, ownMs: deps.now() }, domain)
  }

  const refreshOnce = (former: SessionPayload | undefined, forced: boolean) =>
    deps.lock(async () => {
      // Another tab may have refreshed while this one waited for the lock.
      const fresh = freshPayload()
      if (fresh && (!forced || fresh.jti !== former?.jti)) return
      const response = await deps.postRefresh().catch(error => {
        throw new SessionError('http_api_error', error)
      })
      if (response.status === 401) throw new SessionError('not_logged_in')
      if (!response.ok) throw new SessionError('http_api_error')
      noteIssued()
      if (!freshPayload()) throw new SessionError('no_fresh_payload')
    })

  /**
   * Refreshes the session (R7.10). Concurrent calls share one request; a fresh payload is kept, unless forced.
   *
   * @throws SessionError
   */
  const refresh = async ({ forced = false } = {}): Promise<void> => {
    if (!forced && freshPayload()) return
    running ??= refreshOnce(payload(), forced).finally(() => {
      running = undefined
    })
    await running
  }

  return { userId, freshPayload, refresh, noteIssued }
}
