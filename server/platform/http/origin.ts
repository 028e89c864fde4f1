import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * CSRF protection: refuses every write whose `Origin` is not exactly one of ours, except those marked
 * `anyOrigin`. Sibling hosts of the base domain are same-site, so SameSite cookies would travel with their
 * requests too.
 *
 * @param trustedOrigins e.g. `https://profil.example`
 */
export function requireTrustedOrigin(app: FastifyInstance, trustedOrigins: readonly string[]): void {
  const trusted = new Set(trustedOrigins)
  app.addHook('onRequest', async request => {
    if (safeMethods.has(request.method) || request.routeOptions.config?.anyOrigin) return
    const { origin } = request.headers
    if (origin === undefined || !trusted.has(origin)) throw new AppError('origin_not_allowed')
  })
}
