import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { refreshToken } from '#contract/identity/identity.ts'
import { browserCookies } from '../cookies.ts'
import { logFailure } from '../log.ts'
import { addErrorTexts } from '../texts/catalogue.ts'
import { currentLocale } from '../texts/i18n.ts'
import { ApiError, type Challenge } from './api-error.ts'
import { earlyAnswer } from './early-answer.ts'
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
 * @param userKnown settles as soon as it is known who reads; ordinary calls wait for it (R7.01)
 */
export function startApi(config: RuntimeConfig, userKnown: Promise<unknown>): Api {
  const origin = config.hosts.central_login
  const session = createSession({
    cookies: browserCookies,
    now: Date.now,
    domain: config.domain,
    lock: withTabs,
    postRefresh: () =>
      fetch(new URL(refreshToken.path, origin), {
        method: refreshToken.method,
        credentials: 'include',
        headers: { accept: 'application/json', 'accept-language': currentLocale() },
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

/** Calls the server; see `createCall`. What a refusal says is fetched before it is told. */
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

/** Names who is told when the session turns out to be lost, also when it did so before. */
export function onSessionLost(listener: (how: SessionLoss) => void): void {
  sessionLossListener = listener
  if (lostEarly) listener(lostEarly)
  lostEarly = undefined
}

/** Names who asks the reader when the server wants something proven (R5.10). */
export function onProofWanted(asker: AskProof): void {
  proofAsker = asker
}

function started(): Api {
  if (!api) throw new Error('The server was called before the configuration was loaded')
  return api
}

/** One refresh at a time among all tabs; browsers without locks rely on the server's grace for two at once. */
async function withTabs(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('profil-refresh-token', work)
}
