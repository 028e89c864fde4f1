import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ServiceMode } from '#contract/config/service-mode.ts'
import type { Deps } from '../platform/deps.ts'
import { type Family, gauge, reportFamilies, type Sample } from '../platform/telemetry/metrics.ts'
import { within } from '../platform/timeout.ts'

/** Query timeout: the scraper waits for the rest of the metrics. */
const answerWithinMs = 3000

const Counted = z.object({
  of: z.string(),
  state: z.string(),
  count: z.coerce.number(),
  since: z.coerce.number(),
})

/**
 * Metrics of pending work in the database. Served by partial indexes and the queue's own counts; no sequential scans.
 */
export function reportDatabase({ db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  reportFamilies('database', async () => {
    const askedAt = Date.now() / 1000
    const now = clock.now().toString()
    try {
      const answer = await within(
        answerWithinMs,
        db.execute(sql`
        select 'clock' as of, '' as state, (current_setting('transaction_read_only') = 'off')::int as count, extract(epoch from clock_timestamp()) as since
        union all select 'outbox', kind, count(*),
          coalesce(extract(epoch from ${now}::timestamptz - min(created_at) filter (where failure is null)), 0)
          from outbox_messages where delivered_at is null and refused_at is null and given_up_at is null group by kind
        union all select 'given up', kind, count(*), 0 from outbox_messages
          where delivered_at is null and given_up_at > ${now}::timestamptz - interval '7 days' group by kind
        union all select 'payments', state, count(*), extract(epoch from ${now}::timestamptz - min(at))
          from payments where state in ('created', 'submitted', 'unknown') group by state
        union all select 'renewals', 'due', count(*), coalesce(extract(epoch from ${now}::timestamptz - min(charge_at)), 0)
          from recurring_profiles where state = 'active' and card_id is not null and charge_at <= ${now}::timestamptz
        union all select 'held', '', count(*), coalesce(extract(epoch from ${now}::timestamptz - min(held_at)), 0)
          from renewal_holds where released_at is null
        union all select 'mode', name, 1, 0 from service_mode where until is null or until > ${now}::timestamptz
        union all select 'items', task, count(*), extract(epoch from ${now}::timestamptz - min(first_at))
          from failed_items group by task
        union all select name, counts.state, counts.count, 0 from pgboss.queue
          cross join lateral (values ('queued', queued_count), ('active', active_count), ('failed', failed_count))
            as counts (state, count) where name not like '\\_\\_%'`),
      )
      if (answer) return databaseFamilies(z.array(Counted).parse(answer.rows), askedAt)
    } catch {
      // Reported below, as the database being down.
    }
    return [gauge('profil_database_up', 'Whether the database answers.', 0)]
  })
}

function databaseFamilies(rows: readonly z.infer<typeof Counted>[], askedAt: number): Family[] {
  const of = (what: string) => rows.filter(row => row.of === what)
  const known = new Set(['clock', 'outbox', 'given up', 'payments', 'renewals', 'held', 'mode', 'items'])
  const whole = (what: string, states: readonly string[], pick: 'count' | 'since', label: string): Sample[] =>
    states.map(state => ({
      labels: { [label]: state },
      value: of(what).find(row => row.state === state)?.[pick] ?? 0,
    }))
  const open = ['created', 'submitted', 'unknown']
  const kinds = ['mail', 'sms']
  const due = of('renewals')[0]
  return [
    gauge('profil_database_up', 'Whether the database answers.', 1),
    gauge(
      'profil_database_writable',
      'Whether the database takes writes: not before it is promoted.',
      of('clock')[0]?.count ?? 0,
    ),
    gauge(
      'profil_clock_skew_seconds',
      'How far the database’s clock is ahead of this machine’s.',
      (of('clock')[0]?.since ?? askedAt) - askedAt,
    ),
    gauge(
      'profil_outbox_waiting',
      'Messages that wait to be delivered.',
      whole('outbox', kinds, 'count', 'kind'),
    ),
    gauge(
      'profil_outbox_oldest_seconds',
      'How long the oldest of them waits that nobody has tried to deliver yet.',
      whole('outbox', kinds, 'since', 'kind'),
    ),
    gauge(
      'profil_outbox_given_up',
      'Messages that were given up after their last try, in the week in which staff can have them tried again.',
      whole('given up', kinds, 'count', 'kind'),
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
    gauge('profil_renewals_due', 'Renewals that are due and not charged yet.', due?.count ?? 0),
    gauge(
      'profil_renewals_held',
      'Whether no renewal is charged until a person releases them.',
      of('held')[0]?.count ?? 0,
    ),
    gauge(
      'profil_service_mode',
      'What staff have closed for readers: 1 for the mode that holds.',
      whole('mode', ServiceMode.options, 'count', 'mode'),
    ),
    gauge('profil_renewals_due_oldest_seconds', 'How long the oldest of them is due.', due?.since ?? 0),
    gauge(
      'profil_failed_items',
      'Items of repeated tasks that could not be handled; they are tried again.',
      of('items').map(({ state: task, count }) => ({ labels: { task }, value: count })),
    ),
    gauge(
      'profil_jobs',
      'Jobs of each queue as the queue counted them last; failed ones are given up.',
      rows
        .filter(row => !known.has(row.of))
        .map(({ of: queue, state, count }) => ({ labels: { queue, state }, value: count })),
    ),
  ]
}
