import type { FastifyInstance } from 'fastify'
import { addressAt } from '#server/platform/http/address-at.ts'
import type { Settings } from '#server/platform/settings.ts'

const loopbacks = new Set(['127.0.0.1', '[::1]'])

/**
 * Redirects a page of the demo opened at a loopback IP address to `localhost`, where its cookies and passkeys are: an IP
 * address can have no passkey. API calls and health checks are not redirected.
 */
export function leadToLocalhost(app: FastifyInstance, { origins }: Pick<Settings, 'origins'>): void {
  if (new URL(origins.account).hostname !== 'localhost') return
  app.addHook('onRequest', async (request, reply) => {
    const opensPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!opensPage || !loopbacks.has(request.hostname)) return
    return reply.redirect(addressAt(origins.account, request.url), 302)
  })
}
