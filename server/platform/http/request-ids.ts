import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'

const requestId = /^[\w.-]{8,128}$/
/** Version 00 of https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparent = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/**
 * Gives each request its id: the `X-Request-Id` that the publisher's own proxy sends, so that its log and ours can be
 * read together, else a new one. What a reader sends is not taken: ids of the audit log are nobody's to choose.
 *
 * @param trustedProxies addresses or ranges of TRUSTED_PROXIES
 */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = compile([...trustedProxies])
  return ({ headers, socket }) => {
    const sent = headers['x-request-id']
    const isOwn = typeof sent === 'string' && requestId.test(sent) && isTrusted(socket.remoteAddress ?? '', 0)
    return isOwn ? sent : crypto.randomUUID()
  }
}

/** The trace that a request belongs to, for its line of the log; undefined when none is told, or not as W3C writes it. */
export function traceOf({ traceparent: sent }: IncomingHttpHeaders): string | undefined {
  return typeof sent === 'string' && traceparent.test(sent) ? sent : undefined
}
