import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { refreshToken } from '#contract/identity/identity.ts'
import { browserCookies } from '../browser/cookies.ts'
import { logFailure } from '../log.ts'
import { addErrorTexts } from '../texts/catalogue.ts'
import { currentLocale } from '../texts/i18n.ts'
import { ApiError, type Challenge } from './api-error.ts'
import { begunRenewal, earlyAnswer } from './early-answer.ts'
import { type Call, createCall, type SessionLoss } from './request.ts'
import { createSession, type Session } from './session.ts'

type AskProof = (challenge: Challenge, refused: ApiError) => Promise<string | undefined>
type Api = { call: Call; session: Session }

let api: Api | undefined
let lostEarly: SessionLoss | undefined
let sessionLossListener = (how: SessionLoss) => {
  lostEarly = how
}
let proofAsker: AskProof = async () => undefined

/**
 * Connects the browser to the server that the configuration names.
 *
 * @param userKnown settles when the reader is known; ordinary calls wait for it (R7.01)
 */
export function startApi(config: RuntimeConfig, userKnown: Promise<unknown>): Api {
  const origin = config.hosts.central_login
  const session = createSession({
    cookies: browserCookies,
    now: Date.now,
    domain: config.domain,
    lock: withTabs,
    postRefresh: () =>
      begunRenewal() ??
      fetch(origin + refreshToken.path, {
        // Its cookies are to arrive even if the page is left meanwhile (decision 003).
        keepalive: true,
        method: refreshToken.method,
        credentials: 'include',
        signal: AbortSignal.timeout(30_000),
      }),
  })
  const call = createCall({
    fetch: async (address, request) =>
      (typeof address === 'string' &&
        request?.method === 'GET' &&
        (await earlyAnswer(address, currentLocale()))) ||
      fetch(address, request),
    origin,
    locale: currentLocale,
    userKnown,
    session,
    isOnline: () => navigator.onLine,
    askProof: (challenge, refused) => proofAsker(challenge, refused),
    log: (error, endpoint) => logFailure(`${endpoint.method} ${endpoint.path}`, error),
    onSessionLost: how => sessionLossListener(how),
  })
  api = { call, session }
  return api
}

/** Calls the server; see `createCall`. Error texts are loaded before it rejects. */
export const call: Call = async (endpoint, input, options) => {
  try {
    return await started().call(endpoint, input, options)
  } catch (error) {
    if (error instanceof ApiError && error.faults.length > 0) await addErrorTexts()
    throw error
  }
}

/** The reader's session in this browser. */
export const currentSession = (): Session => started().session

/**
 * Gets a new token after a change of what the present one tells the publisher's sites: rights, language. A failure is
 * only logged: the token is renewed anyway when it expires.
 *
 * @param reason names the change in the log
 */
export const renewToken = (reason: string): Promise<void> =>
  currentSession()
    .refresh({ forced: true })
    .catch(error => logFailure(reason, error))

/** Sets the listener for a lost session, also for one lost before. */
export function onSessionLost(listener: (how: SessionLoss) => void): void {
  sessionLossListener = listener
  if (lostEarly) listener(lostEarly)
  lostEarly = undefined
}

/** Sets the function that shows challenges (R5.10). */
export function onProofWanted(asker: AskProof): void {
  proofAsker = asker
}

function started(): Api {
  if (!api) throw new Error('The server was called before the configuration was loaded')
  return api
}

/**
 * One refresh at a time among all tabs (Web Locks); without locks the server's grace period allows concurrent
 * ones.
 */
async function withTabs(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('profil-refresh-token', work)
}
