import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { isSameSecret, keyedHash, randomToken } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings.ts'
import { users } from '../tables.ts'

/** The longest lifetime that browsers allow a cookie. */
const lifeS = 400 * 86_400
/** Most readers remembered in one browser, e.g. of a family; the oldest sign-in is evicted. */
const mostAccounts = 4

/**
 * The cookie by which a browser is known to the accounts that signed in there, so that guesses from elsewhere don't rate
 * limit its reader (HttpOnly). Over https its `__Host-` prefix keeps sibling hosts from setting it.
 */
export const knownBrowserCookie = ({ secureCookies }: Pick<Settings, 'secureCookies'>): string =>
  secureCookies ? '__Host-ppk' : 'ppk'

/**
 * Whether an account signed in in this browser before.
 *
 * @param cookie as the browser sent it, untrusted
 * @returns rate limit key of this browser's attempts; undefined where this account never signed in
 */
export const knownBrowserOf = (
  deps: Pick<Deps, 'settings'>,
  cookie: string | undefined,
  userId: number,
): string | undefined => marksIn(cookie).find(mark => isMarkOf(deps, mark, userId))

/** The same for a normalized e-mail; false for an unknown one. */
export async function isKnownBrowser(
  deps: Pick<Deps, 'db' | 'settings'>,
  cookies: FastifyRequest['cookies'],
  email: string,
): Promise<boolean> {
  const cookie = cookies[knownBrowserCookie(deps.settings)]
  if (cookie === undefined) return false
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user !== undefined && knownBrowserOf(deps, cookie, user.id) !== undefined
}

/**
 * Lets the browser be known to the account that signed in. Nothing is stored. A mark is made anew each time and names
 * no reader, so it can't be used for tracking; when the account is erased, no sign-in can match it any more.
 */
export function rememberBrowser(deps: Pick<Deps, 'settings'>, reply: FastifyReply, userId: number): void {
  const name = knownBrowserCookie(deps.settings)
  const others = marksIn(reply.request.cookies[name]).filter(mark => !isMarkOf(deps, mark, userId))
  reply.setCookie(name, [makeMark(deps, userId), ...others].slice(0, mostAccounts).join('~'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.settings.secureCookies,
    maxAge: lifeS,
  })
}

const marksIn = (cookie = ''): string[] =>
  cookie.split('~', mostAccounts).filter(mark => /^[\w-]{22}\.[\w-]{43}$/.test(mark))

function makeMark(deps: Pick<Deps, 'settings'>, userId: number): string {
  const nonce = randomToken(128)
  return `${nonce}.${sign(deps, nonce, userId)}`
}

function isMarkOf(deps: Pick<Deps, 'settings'>, mark: string, userId: number): boolean {
  const [nonce = '', signature = ''] = mark.split('.')
  return isSameSecret(signature, sign(deps, nonce, userId))
}

const sign = ({ settings }: Pick<Deps, 'settings'>, nonce: string, userId: number): string =>
  keyedHash(settings.appSecret, 'known-browser', `${nonce}.${userId}`)
