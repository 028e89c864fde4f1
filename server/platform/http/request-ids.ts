import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'

const requestId = /^[\w.-]{8,128}$/
/** Version 00 of https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparent = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/**
 * Correlation id of a request: the `X-Request-Id` of a trusted proxy, so that its log and ours can be joined,
 * else a new one. A client's own is ignored, since the audit log uses it.
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

/** Trace id of a request for the log; undefined when there is no valid W3C `traceparent`. */
export function traceOf({ traceparent: sent }: IncomingHttpHeaders): string | undefined {
  return typeof sent === 'string' && traceparent.test(sent) ? sent : undefined
}
