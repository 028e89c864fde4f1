import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { breakableNetwork } from '../testing/doubles/breakable-network.ts'
import { startBreakablePostgres } from '../testing/doubles/breakable-postgres.ts'
import { makeNewsletter } from '../testing/make/newsletter.ts'
import { makeReader } from '../testing/make/reader.ts'
import { createTestApp, type TestApp } from '../testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '../testing/setup/test-browser.ts'
import { makeTemplate } from '../testing/setup/test-postgres.ts'

/** A read is answered within 5 seconds; doubled for a busy machine. */
const inTimeMs = 10_000

const shared = process.env['TEST_POSTGRES_URL'] ?? ''
let postgres: Awaited<ReturnType<typeof startBreakablePostgres>>
let network: Awaited<ReturnType<typeof breakableNetwork>>
let server: TestApp
let browser: TestBrowser
let own: string
let newsletter: string

beforeAll(async () => {
  postgres = await startBreakablePostgres()
  const behind = new URL(postgres.url)
  network = await breakableNetwork({ host: behind.hostname, port: Number(behind.port) })
  behind.port = String(network.port)
  process.env['TEST_POSTGRES_URL'] = behind.href
  await makeTemplate()
  server = await createTestApp()
  const reader = await makeReader(server.deps)
  browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  own = `/rest/api/prv/v1/users/${reader.id}`
  newsletter = `${own}/newsletters/${(await makeNewsletter(server.deps)).code}`
})
afterEach(async () => {
  postgres.thaw()
  await network.mend()
})
afterAll(async () => {
  await server.close()
  process.env['TEST_POSTGRES_URL'] = shared
  await network.cut()
  await postgres.stop()
})

const status = async (path: string) => (await server.app.inject(path)).statusCode
const database = () => new URL(server.url).pathname.slice(1)

/** More reads than connections in the pool, and a write; each is answered in time, the process lives. */
async function askWhileBroken() {
  const started = performance.now()
  const [write, ready, ...reads] = await Promise.all([
    browser.put(newsletter),
    server.app.inject('/readyz'),
    ...Array.from({ length: 15 }, () => browser.get(`${own}/subscriptions`)),
  ])
  expect(performance.now() - started).toBeLessThan(inTimeMs)
  for (const answer of [write, ready, ...reads].filter(({ statusCode }) => statusCode >= 400)) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json()).toMatchObject({ errors: [{ key: 'service_unavailable' }] })
  }
  expect(await status('/healthz')).toBe(200)
  return {
    write: write.statusCode,
    ready: ready.statusCode,
    reads: new Set(reads.map(read => read.statusCode)),
  }
}

const nothing = { write: 503, ready: 503, reads: new Set([503]) }

/** Readers read and write again, and jobs are done: a mail arrives. */
async function expectWell() {
  await expect.poll(() => status('/readyz'), { interval: 200 }).toBe(200)
  expect((await browser.get(`${own}/subscriptions`)).statusCode).toBe(200)
  expect((await browser.put(newsletter)).statusCode).toBe(204)
  const { email } = await makeReader(server.deps)
  const asked = await openBrowser(server.app).post('/login/forgotten-password', { json: { email } })
  expect(asked.statusCode).toBe(202)
  await server.mailbox.waitFor(email)
}

test('R17.03 while the database is gone readers are told to retry, and afterwards it recovers by itself', async () => {
  await network.cut()
  expect(await askWhileBroken()).toEqual(nothing)
  for (const page of ['/predplatne', '/faq', '/login', '/obchod']) {
    const headers = { accept: 'text/html', host: new URL(server.deps.settings.origins.account).host }
    const { statusCode, body } = await server.app.inject({ url: page, headers })
    expect([page, statusCode, body]).toEqual([page, 200, expect.stringContaining('<title>')])
  }
  await network.mend()
  await expectWell()
})

test('R17.03 while all processes of the database stand still readers get a timely error, and afterwards it recovers by itself', async () => {
  await postgres.freeze()
  expect(await askWhileBroken()).toEqual(nothing)
  postgres.thaw()
  await expectWell()
})

test('R17.03 a database that is shut down at once and started is found again', async () => {
  postgres.crash()
  await askWhileBroken()
  await expectWell()
})

test.each([300, 3000])(
  'R17.03 with every packet %i ms late readers read, or are told to retry, in time',
  async ms => {
    network.slow(ms)
    const { reads } = await askWhileBroken()
    // The least that a read asks for takes longer then.
    if (ms > 1000) expect(reads).toEqual(nothing.reads)
    await network.mend()
    await expectWell()
  },
)

test('R17.03 after a failover readers read from a database that cannot write yet, and write once it can', async () => {
  await postgres.failOver(database())
  // What was asked over a connection at the moment of its end fails.
  await expect.poll(() => status('/readyz')).toBe(200)
  expect(await askWhileBroken()).toEqual({ write: 503, ready: 200, reads: new Set([200]) })
  expect((await server.app.inject('/metrics')).body).toContain('profil_database_writable 0\n')
  await postgres.promote(database())
  await expectWell()
})
