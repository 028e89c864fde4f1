import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { readMetrics } from '#contract/config/health.ts'
import { AppError } from '../platform/app-error.ts'
import type { Deps } from '../platform/deps.ts'
import { configOf } from '../platform/http/route.ts'
import { isSameSecret } from '../platform/secrets.ts'
import {
  createDurations,
  exposeMetrics,
  gauge,
  metricsType,
  reportFamilies,
  reportGauge,
} from '../platform/telemetry/metrics.ts'
import { reportDatabase } from './database-metrics.ts'

type MetricsDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

const observeRequest = createDurations(
  'profil_http_request_duration_seconds',
  'How long requests took, by the pattern of their route and the class of their status.',
  ['method', 'route', 'status'],
)

/**
 * GET /metrics: metrics of this process and of the shared database, for Prometheus. It requires METRICS_TOKEN; without
 * one it is off, except in the demo on its own machine.
 */
export function serveMetrics(app: FastifyInstance, deps: MetricsDeps): void {
  reportProcess(deps)
  reportDatabase(deps)
  app.addHook('onResponse', async (request, reply) => {
    observeRequest(
      {
        method: request.method,
        // Labelled by route, never by URL, which may contain a token or an e-mail.
        route: request.routeOptions.url ?? 'none',
        // What staff have closed is no error.
        status: request.isClosed ? 'closed' : `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    )
  })
  app.get(readMetrics.path, { config: configOf(readMetrics) }, async (request, reply) => {
    if (!mayRead(request, deps)) throw new AppError('not_found')
    return reply
      .type(metricsType)
      .header('cache-control', 'no-store')
      .send(await exposeMetrics())
  })
}

/** 404 for anyone else. */
function mayRead(request: FastifyRequest, { settings }: MetricsDeps): boolean {
  const { metricsToken, mode } = settings
  if (metricsToken === null) return mode === 'demo' && /^(::ffff:)?127\.|^::1$/.test(request.ip)
  return isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
}

/** Database pool of this process: connections in use, and waiting requests. */
export function reportPool(pool: pg.Pool): void {
  reportFamilies('pool', () => [
    gauge('profil_database_connections', 'Connections of this process to the database.', [
      { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ]),
    gauge('profil_database_waiting', 'Queries that wait for a connection in this process.', [
      { value: pool.waitingCount },
    ]),
  ])
}

function reportProcess({ settings }: MetricsDeps): void {
  const startedAt = Date.now() / 1000 - process.uptime()
  reportFamilies('build', () => [
    gauge('profil_build_info', 'Which version this process is, on which Node.', [
      { labels: { version: settings.version, node: process.version, mode: settings.mode }, value: 1 },
    ]),
  ])
  reportGauge('profil_background', 'Whether this process charges and sends: 0 with BACKGROUND=off.', () =>
    settings.background === 'on' ? 1 : 0,
  )
  reportGauge('process_start_time_seconds', 'When the process was started, since 1970.', () => startedAt)
  reportGauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  let before = performance.eventLoopUtilization()
  reportGauge(
    'nodejs_eventloop_utilization',
    'Share of the time since the last look that it was busy.',
    () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
  )
}
