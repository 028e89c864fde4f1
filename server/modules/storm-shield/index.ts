/**
 * The storm shield: owns the table of what is unusual about a call, asks for a proof then, and judges it. It never
 * does what was asked for: the caller repeats the very same call with the proof.
 */
import type { FastifyInstance } from 'fastify'
import { countersOf } from './find-unusual.ts'
import { type ShieldDeps, shield } from './shield.ts'

export type { ShieldDeps } from './shield.ts'

/** Puts the shield before every write that `route` declares; called before the first of them. */
export function registerStormShield(app: FastifyInstance, deps: ShieldDeps): void {
  app.decorateRequest('endpoint', undefined)
  app.decorateRequest('isMiss', false)
  app.decorate('shield', async (endpoint, request) => {
    await shield(deps, endpoint, request)
    request.endpoint = endpoint
    for (const { counts, limit, who } of countersOf(endpoint, request)) {
      if (counts === 'all') await deps.limiter.note(limit, who)
    }
  })
  // After the answer has left, so that its time tells nothing.
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request
    if (!endpoint) return
    for (const { counts, limit, who } of countersOf(endpoint, request)) {
      const isCounted =
        counts === 'refused' ? reply.statusCode === 422 : counts === 'missed' && request.isMiss
      if (isCounted) await deps.limiter.note(limit, who)
    }
  })
}
