import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { readHealth, readReadiness } from '#contract/config/health.ts'
import { AppError } from '../platform/app-error.ts'
import type { Deps } from '../platform/deps.ts'
import { answerWithinMs, configOf } from '../platform/http/route.ts'

/** /healthz: liveness. /readyz: readiness (the database answers), and whether this process runs jobs. */
export function serveHealth(app: FastifyInstance, { db, settings }: Pick<Deps, 'db' | 'settings'>): void {
  app.get(readHealth.path, { config: configOf(readHealth) }, async () => ({ status: 'ok' }))
  const inTime = { config: configOf(readReadiness), handlerTimeout: answerWithinMs }
  app.get(readReadiness.path, inTime, async () => {
    try {
      await db.execute(sql`select 1`)
    } catch {
      throw new AppError('service_unavailable', { retryAfterS: 5 })
    }
    return { status: 'ready', background: settings.background }
  })
}
