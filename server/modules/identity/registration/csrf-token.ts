import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isSameSecret, keyedHash } from '#server/platform/secrets.ts'

/** The cookie that a token is bound to (HttpOnly). */
export const csrfCookie = 'ppf'

const lifeS = 3600

type CsrfDeps = Pick<Deps, 'clock' | 'settings'>

/**
 * Makes a CSRF token for one form in one browser, valid for an hour (R7.14). Nothing is stored: it is an HMAC under the
 * application's secret.
 *
 * @param tokenId the form's name for it
 * @param browserKey random value of the browser's cookie
 */
export function makeCsrfToken(deps: CsrfDeps, tokenId: string, browserKey: string): string {
  const expires = Math.floor(deps.clock.now().epochMilliseconds / 1000) + lifeS
  return `${tokenId}.${expires}.${digest(deps, tokenId, String(expires), browserKey)}`
}

/**
 * @param token what came with the form
 * @param browserKey the cookie that came with it
 * @throws AppError `csrf_token_invalid` when it was not made for this browser, or has expired
 */
export function requireCsrfToken(deps: CsrfDeps, token: string, browserKey: string | undefined): void {
  const parts = /^([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/.exec(token)
  const [, tokenId, expires, given] = parts ?? []
  if (browserKey === undefined || !tokenId || !expires || !given) throw new AppError('csrf_token_invalid')
  const isOurs = isSameSecret(given, digest(deps, tokenId, expires, browserKey))
  const isFresh = deps.clock.now().epochMilliseconds < Number(expires) * 1000
  if (!isOurs || !isFresh) throw new AppError('csrf_token_invalid')
}

const digest = ({ settings }: CsrfDeps, tokenId: string, expires: string, browserKey: string): string =>
  keyedHash(settings.appSecret, 'csrf', `${tokenId}.${expires}.${browserKey}`)
