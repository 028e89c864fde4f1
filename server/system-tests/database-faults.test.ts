import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { breakableNetwork } from '../testing/doubles/breakable-network.ts'
import { makeNewsletter } from '../testing/make/newsletter.ts'
import { makeReader } from '../testing/make/reader.ts'
import { createTestApp, type TestApp } from '../testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '../testing/setup/test-browser.ts'

/** A read is answered within 5 seconds; doubled for a busy machine. */
const inTimeMs = 10_000

const postgres = new URL(process.env['TEST_POSTGRES_URL'] ?? '')
let network: Awaited<ReturnType<typeof breakableNetwork>>
let server: TestApp
let browser: TestBrowser
let own: string
let newsletter: string

beforeAll(async () => {
  network = await breakableNetwork({ host: postgres.hostname, port: Number(postgres.port) })
  const behind = new URL(postgres)
  behind.port = String(network.port)
  process.env['TEST_POSTGRES_URL'] = behind.href
  server = await createTestApp()
  const reader = await makeReader(server.deps)
  browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  own = `/rest/api/prv/v1/users/${reader.id}`
  newsletter = `${own}/newsletters/${(await makeNewsletter(server.deps)).code}`
})
afterEach(() => network.mend())
afterAll(async () => {
  await server.close()
  process.env['TEST_POSTGRES_URL'] = postgres.href
  await network.cut()
})

const status = async (path: string) => (await server.app.inject(path)).statusCode

/** More requests than connections in the pool, writes too. */
async function askWhileBroken() {
  const started = performance.now()
  const answers = await Promise.all([
    ...Array.from({ length: 15 }, () => browser.get(`${own}/subscriptions`)),
    browser.put(newsletter),
    server.app.inject('/readyz'),
  ])
  expect(performance.now() - started).toBeLessThan(inTimeMs)
  for (const answer of answers) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json()).toMatchObject({ errors: [{ key: 'service_unavailable' }] })
  }
  expect(await status('/healthz')).toBe(200)
}

async function expectWell() {
  await expect.poll(() => status('/readyz'), { timeout: 40_000, interval: 200 }).toBe(200)
  expect((await browser.get(`${own}/subscriptions`)).statusCode).toBe(200)
  expect((await browser.put(newsletter)).statusCode).toBe(204)
}

test('R17.03 while the database is down readers are told to retry, and afterwards it recovers by itself', async () => {
  await expectWell()
  await network.cut()
  await askWhileBroken()
  await network.mend()
  await expectWell()
})

test('R17.03 while the database hangs readers get a timely error, and afterwards it recovers by itself', async () => {
  await expectWell()
  network.freeze()
  await askWhileBroken()
  await network.mend()
  await expectWell()
})
