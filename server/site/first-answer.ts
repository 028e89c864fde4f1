import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseSessionToken, sessionCookies } from '#contract/identity/session-token.ts'
import { routes } from '#contract/routes.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import type { Locale } from '#contract/wire.ts'

/** What is read of the request for a page. */
type PageRequest = Pick<FastifyRequest, 'cookies' | 'headers' | 'ip'>

/** An answer that travels with the page: where it would have been asked for, and in which language. */
type FirstAnswer = { address: string; language: Locale; body: string }

/**
 * What a signed-in reader came for, so that it travels with the page and costs no round trip of its own. The server
 * asks itself through the same door as a browser does, with the reader's own cookies: nothing is answered here that
 * would not be answered there, and a refusal is left for the browser to meet by itself.
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

/** JSON that can stand in a script of a page: nothing in it ends the script. */
export const asScript = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll('<', '\\u003c')
