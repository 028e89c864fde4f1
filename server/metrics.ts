import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import * as z from 'zod'
import { AppError } from './platform/app-error.ts'
import type { Deps } from './platform/deps.ts'
import {
  createDurations,
  exposeMetrics,
  type Family,
  metricsType,
  reportFamilies,
  reportGauge,
  type Sample,
} from './platform/metrics.ts'
import { isSameSecret } from './platform/secrets.ts'

type MetricsDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

const observeRequest = createDurations(
  'profil_http_request_duration_seconds',
  'How long requests took, by the pattern of their route and the class of their status.',
)

/**
 * GET /metrics: the figures of this process and of the database that all of them share, for Prometheus. It answers who
 * bears METRICS_TOKEN; without one it answers nobody, but the demo answers on its own machine.
 */
export function serveMetrics(app: FastifyInstance, deps: MetricsDeps): void {
  reportProcess(deps)
  reportDatabase(deps)
  app.addHook('onResponse', async (request, reply) => {
    observeRequest(
      {
        method: request.method,
        // Never the address: it may hold a token or an e-mail.
        route: request.routeOptions.url ?? 'none',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, deps)) throw new AppError('not_found')
    return reply
      .type(metricsType)
      .header('cache-control', 'no-store')
      .send(await exposeMetrics())
  })
}

/** To anybody else it is as if there were no such address. */
function mayRead(request: FastifyRequest, { settings }: MetricsDeps): boolean {
  const { metricsToken, mode } = settings
  if (metricsToken === null) return mode === 'demo' && /^(::ffff:)?127\.|^::1$/.test(request.ip)
  return isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
}

/** How many connections of this process to the database are in use, and how much waits for one. */
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

const Counted = z.object({
  of: z.string(),
  state: z.string(),
  count: z.coerce.number(),
  since: z.coerce.number(),
})

/** What waits in the database, whoever is to do it; indexes and the queue's own counts answer, no table is read through. */
function reportDatabase({ db, clock }: MetricsDeps): void {
  reportFamilies('database', async () => {
    const askedAt = Date.now() / 1000
    const now = clock.now().toString()
    try {
      const { rows } = await db.execute(sql`
        select 'clock' as of, '' as state, 0 as count, extract(epoch from clock_timestamp()) as since
        union all select 'outbox', kind, count(*), extract(epoch from ${now}::timestamptz - min(created_at))
          from outbox_messages where delivered_at is null group by kind
        union all select 'payments', state, count(*), extract(epoch from ${now}::timestamptz - min(at))
          from payments where state in ('created', 'submitted', 'unknown') group by state
        union all select 'renewals', 'due', count(*), coalesce(extract(epoch from ${now}::timestamptz - min(charge_at)), 0)
          from recurring_profiles where state = 'active' and charge_at <= ${now}::timestamptz
        union all select name, counts.state, counts.count, 0 from pgboss.queue
          cross join lateral (values ('queued', queued_count), ('active', active_count), ('failed', failed_count))
            as counts (state, count) where name not like '\\_\\_%'`)
      return databaseFamilies(z.array(Counted).parse(rows), askedAt)
    } catch {
      return [gauge('profil_database_up', 'Whether the database answers.', [{ value: 0 }])]
    }
  })
}

function databaseFamilies(rows: readonly z.infer<typeof Counted>[], askedAt: number): Family[] {
  const of = (what: string) => rows.filter(row => row.of === what)
  const known = new Set(['clock', 'outbox', 'payments', 'renewals'])
  const whole = (what: string, states: readonly string[], pick: 'count' | 'since', label: string): Sample[] =>
    states.map(state => ({
      labels: { [label]: state },
      value: of(what).find(row => row.state === state)?.[pick] ?? 0,
    }))
  const open = ['created', 'submitted', 'unknown']
  const kinds = ['mail', 'sms']
  const databaseTime = of('clock')[0]?.since ?? askedAt
  const due = of('renewals')[0]
  return [
    gauge('profil_database_up', 'Whether the database answers.', [{ value: 1 }]),
    gauge('profil_clock_skew_seconds', 'How far the database’s clock is ahead of this machine’s.', [
      { value: databaseTime - askedAt },
    ]),
    gauge(
      'profil_outbox_waiting',
      'Messages that wait to be delivered.',
      whole('outbox', kinds, 'count', 'kind'),
    ),
    gauge(
      'profil_outbox_oldest_seconds',
      'How long the oldest of them waits.',
      whole('outbox', kinds, 'since', 'kind'),
    ),
    gauge(
      'profil_payments_open',
      'Payments that are not settled.',
      whole('payments', open, 'count', 'state'),
    ),
    gauge(
      'profil_payments_open_oldest_seconds',
      'How long the oldest of them is open.',
      whole('payments', open, 'since', 'state'),
    ),
    gauge('profil_renewals_due', 'Renewals that are due and not charged yet.', [{ value: due?.count ?? 0 }]),
    gauge('profil_renewals_due_oldest_seconds', 'How long the oldest of them is due.', [
      { value: due?.since ?? 0 },
    ]),
    gauge(
      'profil_jobs',
      'Jobs of each queue as the queue counted them last; failed ones are given up.',
      rows
        .filter(row => !known.has(row.of))
        .map(({ of: queue, state, count }) => ({ labels: { queue, state }, value: count })),
    ),
  ]
}

const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
})
