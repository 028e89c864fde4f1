import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '../settings.ts'

/**
 * Headers of every answer. What is not a page (API, PDF) may do nothing at all in a browser; pages set their
 * own policy by `pagePolicy`.
 */
export async function sendSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    },
    strictTransportSecurity: settings.secureCookies ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Sites of the publisher on other hosts may read what CORS lets them.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
  })
  // What is personal is never kept by a cache in between; files with a hash in their name say otherwise.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}

/**
 * The policy of a page: our own scripts by nonce and host, the publisher's layout host, nothing inline.
 *
 * @param nonce of this answer, also on its script tags
 * @param outside origins of the live chat and the marketing service, where the page may have them
 */
export function pagePolicy(
  reply: FastifyReply,
  settings: Settings,
  nonce: string,
  outside: readonly string[] = [],
): void {
  const { account, login, content, features, store } = settings.origins
  const reported = [settings.experimentResultsUrl, settings.errorReportingDsn]
    .filter(address => address !== null)
    .map(address => new URL(address).origin)
  const captcha = settings.captchaPublicKey === null ? { scripts: [], frames: [] } : settings.captcha
  const frames = [...captcha.frames, ...outside]
  const hosts = (...origins: string[]) => [...new Set(origins)].join(' ')
  reply.header(
    'content-security-policy',
    [
      `default-src 'none'`,
      `script-src 'self' 'nonce-${nonce}' ${hosts(content, ...captcha.scripts, ...outside)}`,
      `style-src 'self' ${hosts(content, ...outside)}`,
      `font-src 'self'`,
      `img-src 'self' data: ${hosts(content, ...outside)}`,
      `connect-src 'self' ${hosts(account, login, content, features, store, ...reported, ...outside)}`,
      ...(frames.length > 0 ? [`frame-src ${hosts(...frames)}`] : []),
      `form-action 'self' ${hosts(login)}`,
      `base-uri 'none'`,
      `object-src 'none'`,
      `frame-ancestors 'none'`,
      `manifest-src 'self'`,
    ].join('; '),
  )
}
