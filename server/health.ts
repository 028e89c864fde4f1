import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { AppError } from './platform/app-error.ts'
import type { Deps } from './platform/deps.ts'

/** /healthz: the process lives. /readyz: the database answers, so requests may be sent here. */
export function serveHealth(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    try {
      await db.execute(sql`select 1`)
    } catch {
      throw new AppError('service_unavailable', { retryAfterS: 5 })
    }
    return { status: 'ready' }
  })
}
