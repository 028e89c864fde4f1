import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseSessionToken, sessionCookies } from '#contract/identity/session-token.ts'
import { routes } from '#contract/routes.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'

/** The part of a page's request that is read. */
type PageRequest = Pick<FastifyRequest, 'cookies' | 'headers' | 'ip'>

/** An API answer embedded in the page, with its URL and language. */
type FirstAnswer = { address: string; language: Locale; body: string }

/**
 * Prefetches the page's first API answer for a signed-in reader and embeds it, which saves a round trip. The server calls
 * its own public API with the reader's cookies, so authorization is the same; a refusal is left for the browser's own
 * call.
 *
 * @param path of the page
 * @param loginOrigin origin of the central login, which answers
 * @returns undefined when the page has no such answer, or the reader is not known for certain
 */
export async function askFirstAnswer(
  app: FastifyInstance,
  request: PageRequest,
  path: string,
  loginOrigin: string,
): Promise<FirstAnswer | undefined> {
  if (path !== routes.subscription.path) return undefined
  const reader = parseSessionToken(request.cookies[sessionCookies.payload] ?? '')
  if (!reader) return undefined
  const language = reader.loc === 'en' ? 'en' : 'sk'
  const url = listSubscriptions.path.replace(':userId', reader.sub)
  const answer = await app.inject({
    method: listSubscriptions.method,
    url,
    headers: {
      host: new URL(loginOrigin).host,
      cookie: request.headers.cookie ?? '',
      accept: 'application/json',
      'accept-language': language,
      'user-agent': request.headers['user-agent'] ?? '',
    },
    remoteAddress: request.ip,
  })
  return answer.statusCode === listSubscriptions.success.status
    ? { address: `${loginOrigin}${url}`, language, body: answer.body }
    : undefined
}

/** JSON escaped for an inline script, against XSS. */
export const asScript = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll('<', '\\u003c')
