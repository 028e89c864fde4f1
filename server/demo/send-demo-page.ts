import type { FastifyReply } from 'fastify'
import { pagePolicy } from '#server/platform/http/security-headers.ts'
import { randomToken } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings.ts'

/** Sends a page of the demo, whose inline style and script are allowed by a nonce. */
export function sendDemoPage(
  reply: FastifyReply,
  settings: Settings,
  html: (nonce: string) => string,
): FastifyReply {
  const nonce = randomToken(128)
  pagePolicy(reply, settings, nonce)
  const policy = String(reply.getHeader('content-security-policy'))
  const withStyle = policy.replace(`style-src 'self'`, `style-src 'self' 'nonce-${nonce}'`)
  return reply.header('content-security-policy', withStyle).type('text/html; charset=utf-8').send(html(nonce))
}
