import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '../settings.ts'
import { returnOrigins } from './return-origins.ts'

/** Browser features that no page needs, nor a third-party script or frame in it (layout, chat, captcha). */
const permissionsPolicy = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map(feature => `${feature}=()`)
  .join(', ')

/**
 * Security headers of every answer. What is not a page (API, PDF) gets a policy that allows nothing; pages set
 * their own by `pagePolicy`.
 */
export async function sendSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    },
    strictTransportSecurity: settings.secureCookies ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // CORS alone decides which other origins may read.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Heeded on pages alone (`pagePolicy`): it would be sent with every file.
    crossOriginOpenerPolicy: false,
    // Costs each arrival a process of its own (decision 098), and keeps apart what `document.domain` would join: nothing.
    originAgentCluster: false,
    // Not heeded any more.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    // Personal answers are never cached; files with a hash in their name override this.
    reply.header('cache-control', 'no-store')
  })
}

/**
 * The content security policy of a page: our own scripts and styles by nonce and host, nothing inline; with it what else
 * only pages need.
 *
 * @param nonce of this answer, also on its script and style tags
 * @param others further allowed sources: the publisher's layout, which all pages but the login's have, and origins of the
 * live chat and the marketing service
 */
export function pagePolicy(
  reply: FastifyReply,
  settings: Settings,
  nonce: string,
  { hasLayout = false, outside = [] }: { hasLayout?: boolean; outside?: readonly string[] } = {},
): void {
  const { account, login, content, features, store } = settings.origins
  const shown = hasLayout ? [content, ...outside] : outside
  const reported = [settings.experimentResultsUrl, settings.errorReportingDsn]
    .filter(address => address !== null)
    .map(address => new URL(address).origin)
  const captcha = settings.captchaPublicKey === null ? { scripts: [], frames: [] } : settings.captcha
  const frames = [...captcha.frames, ...outside]
  const hosts = (...origins: string[]) => [...new Set(origins)].join(' ')
  reply.headers({
    'permissions-policy': permissionsPolicy,
    // Whoever opened a page on which readers sign in or buy has no hold on it (decision 098).
    ...(!hasLayout && { 'cross-origin-opener-policy': 'same-origin' }),
  })
  reply.header(
    'content-security-policy',
    [
      `default-src 'none'`,
      `script-src 'self' 'nonce-${nonce}' ${hosts(...captcha.scripts, ...shown)}`,
      `style-src 'self' 'nonce-${nonce}' ${hosts(...shown)}`,
      `font-src 'self'`,
      `img-src 'self' data: ${hosts(...shown)}`,
      `connect-src 'self' ${hosts(account, login, features, store, ...reported, ...shown)}`,
      ...(frames.length > 0 ? [`frame-src ${hosts(...frames)}`] : []),
      // Also where a form of the login leads on to.
      `form-action 'self' ${hosts(...returnOrigins(settings))}`,
      `base-uri 'none'`,
      `object-src 'none'`,
      `frame-ancestors 'none'`,
      `manifest-src 'self'`,
    ]
      .map(directive => directive.trim())
      .join('; '),
  )
}
