import { expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { outboxMessages } from '../modules/outbox/tables.ts'
import { machineClock } from '../platform/clock.ts'
import { Shutdown } from '../platform/process/shutdown.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { makeCard, makePayment, makePeriod, makeProduct } from '../testing/make/purchase.ts'
import { makeReader } from '../testing/make/reader.ts'
import { freePort } from '../testing/setup/free-port.ts'
import { createMoneyApp } from '../testing/setup/money-app.ts'
import { createTestApp } from '../testing/setup/test-app.ts'
import { openBrowser } from '../testing/setup/test-browser.ts'
import { createTestDatabase } from '../testing/setup/test-database.ts'
import { answerAboutWorker } from './answer-about-worker.ts'
import { reportPool } from './metrics.ts'

const server = openForFile(createTestApp)

const token = 'only-for-tests-only'
const readMetrics = async () => (await server.app.inject('/metrics')).body

/** Value of one line, by its name with its labels. */
const valueOf = (text: string, sample: string) =>
  Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1),
  )

test('the figures are Prometheus text: every sample belongs to a named, explained and typed family', async () => {
  const answer = await server.app.inject('/metrics')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body.endsWith('\n')).toBe(true)
  const families = new Set<string>()
  for (const line of answer.body.split('\n').filter(each => each !== '')) {
    const [, name] =
      /^# HELP ([a-z_]+) .+\.$/.exec(line) ??
      /^# TYPE ([a-z_]+) (?:counter|gauge|histogram)$/.exec(line) ??
      []
    if (name !== undefined) families.add(name)
    else {
      expect(line).toMatch(/^[a-z_]+(\{([a-z]+="([^"\\\n]|\\.)*",?)+\})? -?[\d.e+-]+$/)
      const family = line.split(/[{ ]/, 1)[0]?.replace(/_(bucket|sum|count)$/, '') ?? ''
      expect(families).toContain(family)
    }
  }
  for (const name of [
    'profil_build_info',
    'profil_jobs',
    'process_resident_memory_bytes',
    'profil_password_hashing',
  ])
    expect(families).toContain(name)
})

test('requests are counted and timed by the pattern of their route and the class of their status', async () => {
  const reader = await makeReader(server.deps)
  const browser = openBrowser(server.app)
  const count = (text: string, route: string, status: string) =>
    valueOf(
      text,
      `profil_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`,
    ) || 0
  await browser.signIn(reader.email)
  const before = await readMetrics()
  await browser.get(`/rest/api/prv/v1/users/${reader.id}`)
  await browser.get('/rest/api/prv/v1/users/999999')
  await browser.get(
    `/no-such-page/${encodeURIComponent(reader.email)}?email=${encodeURIComponent(reader.email)}`,
  )
  const after = await readMetrics()
  const route = '/rest/api/prv/v1/users/:userId'
  expect(count(after, route, '2xx') - count(before, route, '2xx')).toBe(1)
  expect(count(after, route, '4xx') - count(before, route, '4xx')).toBe(1)
  expect(count(after, 'none', '4xx') - count(before, 'none', '4xx')).toBe(1)
  const bucket = `profil_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="${route}",status="2xx"}`
  expect(valueOf(after, bucket)).toBe(count(after, route, '2xx'))
  // No personal data or ids in labels.
  const labels = after.match(/\{.*\}/g)?.join('\n') ?? ''
  expect(labels).not.toMatch(/@|%40|no-such-page|999999/)
  expect(labels).not.toContain(`/${reader.id}`)
})

test('pending work has the age of the oldest: mails, payments with an unknown result', async () => {
  const reader = await makeReader(server.deps)
  const { deps } = server
  await makeProduct(deps, { code: 'counted_1y' })
  const hourAgo = deps.clock.now().subtract({ hours: 1 })
  const payment = { userId: reader.id, productCode: 'counted_1y', at: hourAgo }
  await makePayment(deps, { ...payment, state: 'unknown' })
  await deps.db.insert(outboxMessages).values({ kind: 'mail', createdAt: hourAgo, payload: {} })
  // Put off by the mail server, and given up after the last try: neither is for the process to do at once.
  const old = {
    kind: 'mail',
    createdAt: hourAgo.subtract({ hours: 80 }),
    payload: {},
    failure: 'Error',
  } as const
  await deps.db.insert(outboxMessages).values([old, { ...old, givenUpAt: hourAgo }])
  const text = await readMetrics()
  expect(valueOf(text, 'profil_payments_open{state="unknown"}')).toBe(1)
  expect(valueOf(text, 'profil_payments_open{state="submitted"}')).toBe(0)
  expect(valueOf(text, 'profil_payments_open_oldest_seconds{state="unknown"}')).toBeGreaterThanOrEqual(3600)
  expect(valueOf(text, 'profil_outbox_waiting{kind="mail"}')).toBe(2)
  expect(valueOf(text, 'profil_outbox_oldest_seconds{kind="mail"}')).toBeGreaterThanOrEqual(3600)
  expect(valueOf(text, 'profil_outbox_oldest_seconds{kind="mail"}')).toBeLessThan(7200)
  expect(valueOf(text, 'profil_outbox_given_up{kind="mail"}')).toBe(1)
  expect(valueOf(text, 'profil_outbox_waiting{kind="sms"}')).toBe(0)
  expect(valueOf(text, 'profil_renewals_due')).toBe(0)
  expect(Math.abs(valueOf(text, 'profil_clock_skew_seconds'))).toBeLessThan(60)
})

test('a renewal is due where a card is charged; one by SMS is the operator’s', async () => {
  const { deps } = server
  await makeProduct(deps, { code: 'due_1y', renewsInto: 'due_1y' })
  const now = deps.clock.now()
  const renew = async (chargeAt: Temporal.Instant, isByCard: boolean) => {
    const { id: userId } = await makeReader(deps)
    const cardId = isByCard ? await makeCard(deps, { userId }) : null
    await makePeriod(deps, {
      userId,
      productCode: 'due_1y',
      startsAt: now.subtract({ hours: 24 * 363 }),
      endsAt: now.add({ hours: 48 }),
      renewals: [{ cardId, state: 'active', chargeAt, nextProductCode: 'due_1y' }],
    })
  }
  await renew(now.subtract({ hours: 1 }), true)
  await renew(now.subtract({ hours: 10 }), false)
  const text = await readMetrics()
  expect(valueOf(text, 'profil_renewals_due')).toBe(1)
  expect(valueOf(text, 'profil_renewals_due_oldest_seconds')).toBeGreaterThanOrEqual(3600)
  expect(valueOf(text, 'profil_renewals_due_oldest_seconds')).toBeLessThan(7200)
})

test('streams that are open are counted', async () => {
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const stream = await fetch(`${address}/sub/sdk-demo`, { signal: leaving.signal })
  expect(stream.status).toBe(200)
  const open = async () => valueOf(await readMetrics(), 'profil_streams_open')
  expect(await open()).toBe(1)
  leaving.abort()
  await expect.poll(open).toBe(0)
})

test('work of a process is counted by outcome: renewals, calls of the gateway, jobs', async () => {
  const money = await createMoneyApp()
  const read = async () => (await money.app.inject('/metrics')).body
  const counters = {
    charged: 'profil_renewals_total{outcome="charged"}',
    unknown: 'profil_renewals_total{outcome="unknown"}',
    answered: 'profil_gateway_calls_total{gateway="demo",call="charge",outcome="answered"}',
    unavailable: 'profil_gateway_calls_total{gateway="demo",call="find_taken_for",outcome="unavailable"}',
    forgotten: 'profil_gateway_calls_total{gateway="demo",call="forget_card",outcome="answered"}',
    mailed: 'profil_jobs_total{queue="deliver-mail",outcome="done"}',
  }
  const count = async () => {
    const text = await read()
    const values = Object.entries(counters).map(([name, sample]) => [name, valueOf(text, sample) || 0])
    return Object.fromEntries(values) as Record<keyof typeof counters, number>
  }
  const before = await count()
  const now = money.clock.now()
  const startsAt = now.subtract({ hours: 24 * 363 })
  await money.subscribe({ startsAt, endsAt: now.add({ hours: 47 }) })
  await money.subscribe({ startsAt, endsAt: now.add({ hours: 50 }) })
  await money.chargeDue()
  await money.money.gateway.forgetCard('nobody')
  await money.gateway.setFaults({ down: 'refusing' })
  money.clock.advance('PT3H')
  await money.chargeDue()
  await expect.poll(count).toEqual({
    charged: before.charged + 1,
    unknown: before.unknown + 1,
    answered: before.answered + 1,
    unavailable: before.unavailable + 1,
    forgotten: before.forgotten + 1,
    mailed: before.mailed + 1,
  })
  expect(valueOf(await read(), 'profil_payments_open{state="unknown"}')).toBe(1)
  await money.close()
})

test('without a token the demo answers its own machine only, and production none', async () => {
  const far = await server.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })
  expect(far.statusCode).toBe(404)
  const production = await createTestApp({ METRICS_TOKEN: token })
  const ask = (authorization?: string) =>
    production.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
  for (const wrong of [undefined, token, `Bearer ${token}x`, 'Bearer ', `Basic ${token}`]) {
    const answer = await ask(wrong)
    expect([wrong, answer.statusCode]).toEqual([wrong, 404])
  }
  expect((await ask(`Bearer ${token}`)).statusCode).toBe(200)
  // Without the database its metrics are missing; the process's own are reported all the same.
  await production.stopDatabase()
  const alone = await ask(`Bearer ${token}`)
  expect(alone.statusCode).toBe(200)
  expect(valueOf(alone.body, 'profil_database_up')).toBe(0)
  expect(alone.body).toContain('profil_build_info')
  await production.close()
})

test('a worker answers about itself on a port of its own, and about nothing else', async () => {
  const database = await createTestDatabase()
  const shutdown = new Shutdown(createLog('silent'))
  reportPool(database.pool)
  const deps = {
    db: database.db,
    clock: machineClock,
    settings: { ...server.deps.settings, metricsToken: token },
  }
  const port = await freePort()
  const config = { host: '127.0.0.1', workerPort: port, trustedProxies: [] }
  await answerAboutWorker(config, deps, shutdown)
  const ask = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(200)
  expect((await ask('/metrics')).status).toBe(404)
  const text = await (await ask('/metrics', { authorization: `Bearer ${token}` })).text()
  expect(valueOf(text, 'profil_database_connections{state="idle"}')).toBe(1)
  expect(valueOf(text, 'profil_database_connections{state="used"}')).toBe(0)
  expect((await ask('/config.json')).status).toBe(404)
  await expect(answerAboutWorker(config, deps, shutdown)).rejects.toThrow(
    /^Port \d+ is taken: .*WORKER_PORT=/,
  )
  await shutdown.run()
  await database.close()
})
