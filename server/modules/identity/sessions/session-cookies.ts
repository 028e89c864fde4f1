import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import { sessionCookies } from '#contract/identity/session-token.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { SplitToken } from './session-token.ts'
import { refreshDays, type StartedSession } from './start-session.ts'

type CookieSettings = Pick<Settings, 'cookieDomain' | 'secureCookies'>

/**
 * Puts a signed token into its two cookies. Session cookies of the browser, which outlast the token:
 * a session can still be ended by an expired one.
 */
export function setTokenCookies(reply: FastifyReply, settings: CookieSettings, token: SplitToken): void {
  const common = attributes(settings)
  reply.setCookie(sessionCookies.payload, token.payload, common)
  reply.setCookie(sessionCookies.signature, token.signature, { ...common, httpOnly: true })
}

/**
 * Sets the refresh cookies: for 30 days when the reader wants to be remembered. The refresh token is host-only: no other
 * site of the base domain has a use for it.
 */
export function setRefreshCookies(
  reply: FastifyReply,
  settings: CookieSettings,
  session: StartedSession,
): void {
  const common = attributes(settings)
  const kept = session.remember ? { maxAge: refreshDays * 86_400 } : {}
  reply.setCookie(sessionCookies.refresh, session.refreshToken, {
    ...ofThisHost(settings),
    ...kept,
    httpOnly: true,
    path: '/refresh-token',
  })
  reply.setCookie(sessionCookies.userId, String(session.userId), { ...common, ...kept })
}

/** Removes all four cookies: the browser is signed out. */
export function clearSessionCookies(reply: FastifyReply, settings: CookieSettings): void {
  const common = attributes(settings)
  const { payload, signature, refresh, userId } = sessionCookies
  for (const name of [payload, signature, userId]) reply.clearCookie(name, common)
  reply.clearCookie(refresh, { ...ofThisHost(settings), path: '/refresh-token' })
}

const ofThisHost = ({ secureCookies }: CookieSettings): CookieSerializeOptions => ({
  path: '/',
  sameSite: 'lax',
  secure: secureCookies,
})

const attributes = (settings: CookieSettings): CookieSerializeOptions => ({
  ...ofThisHost(settings),
  ...(settings.cookieDomain === '' ? {} : { domain: settings.cookieDomain }),
})
