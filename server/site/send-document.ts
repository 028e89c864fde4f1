import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressInTwo } from '../platform/http/compress.ts'
import { pagePolicy } from '../platform/http/security-headers.ts'
import { randomToken } from '../platform/secrets.ts'
import type { Settings } from '../platform/settings.ts'

/** End of the head's script: what that asks for need not wait until style and texts have arrived and been read. */
const scriptEnd = '</script>'

type Others = Parameters<typeof pagePolicy>[3] & { links?: readonly string[] }

/**
 * Sends a document with a fresh nonce and its content security policy. Nothing of the request or of a reader is written into
 * it, so it may be compressed.
 *
 * @param html as it was built
 * @param others third-party script origins, none for a page of the login; links of the document's header
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  settings: Settings,
  { links = [], ...others }: Others = {},
): FastifyReply {
  const nonce = randomToken(128)
  const visit = randomToken(64)
  const fill = (text: string) =>
    text
      .replaceAll('__CSP_NONCE__', nonce)
      .replaceAll('__LOGIN_ORIGIN__', settings.origins.login)
      .replaceAll('__VISIT__', visit)
  pagePolicy(reply, settings, nonce, others)
  if (links.length > 0) reply.header('link', fill(links.join(', ')))
  const page = fill(html)
  return compressInTwo(
    request,
    reply.type('text/html; charset=utf-8'),
    page,
    page.indexOf(scriptEnd) + scriptEnd.length,
  )
}
