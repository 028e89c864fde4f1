import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { parseSessionToken, sessionCookies } from '#contract/identity/session-token.ts'
import type { Clock } from '../platform/clock.ts'
import { localeOf } from '../platform/http/errors.ts'
import type { Settings } from '../platform/settings.ts'

/** Addresses of each route's first reads, with `:userId` and `:language` to be filled in. */
const FirstReads = z.record(z.string(), z.array(z.string()))

/**
 * Names, for the `Link` header of a document, the calls that its page begins with, so that the browser makes them before it
 * has read the document. Only for readers who come from a page of ours with a fresh token: they have the program's files,
 * which these calls would otherwise compete with (decision 100). What a browser asks for ahead is in its own language,
 * so readers of another one get none.
 *
 * @param builtPages folder that the build has written the list into
 * @returns links of a request for a route's document; none where they would be of no use
 */
export function openFirstCalls(
  builtPages: string,
  { settings, clock }: { settings: Settings; clock: Clock },
): (request: FastifyRequest, route: string) => string[] {
  const reads = FirstReads.parse(JSON.parse(readFileSync(join(builtPages, 'first-reads.json'), 'utf8')))
  const { account, login } = settings.origins
  return (request, route) => {
    const from = request.headers.referer ?? ''
    if (![account, login].some(origin => from.startsWith(`${origin}/`))) return []
    const reader = parseSessionToken(request.cookies[sessionCookies.payload] ?? '')
    if (!reader || reader.exp * 1000 <= clock.now().epochMilliseconds) return []
    if (reader.loc !== localeOf(request)) return []
    const preload = (address: string, mode: string) => `<${address}>; rel=preload; as=fetch; ${mode}`
    const calls = (reads[route] ?? []).map(
      read => login + read.replace(':userId', reader.sub).replace(':language', reader.loc ?? ''),
    )
    return [
      preload('/config.json?__VISIT__', 'crossorigin'),
      ...calls.map(address => preload(address, 'crossorigin=use-credentials')),
    ]
  }
}
