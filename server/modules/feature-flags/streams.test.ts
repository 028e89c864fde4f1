import { GrowthBook, setPolyfills } from '@growthbook/growthbook'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerErrors } from '#server/platform/http/errors.ts'
import { exposeMetrics } from '#server/platform/telemetry/metrics.ts'
import { TestEventSource } from '#server/testing/inspect/event-source.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { createTestApp, type TestApp } from '#server/testing/setup/test-app.ts'
import { testPassword } from '#server/testing/setup/test-browser.ts'
import { changeFeature } from './index.ts'
import { streamChanges } from './stream-changes.ts'

const clientKey = 'sdk-test'
let one: TestApp
let two: Awaited<ReturnType<TestApp['startAnother']>>

beforeAll(async () => {
  one = await createTestApp({ FEATURES_CLIENT_KEY: clientKey })
  two = await one.startAnother()
})
afterAll(async () => {
  await two.close()
  await one.close()
})
beforeEach(() => change('keep_first'))

const change = (value: string) =>
  one.deps.db.transaction(tx =>
    changeFeature(tx, {
      key: 'order',
      definition: {
        defaultValue: value,
        rules: [{ force: `${value}_article`, condition: { isArticleSubscriber: true } }],
      },
    }),
  )

/** Resolves when a stream is open; `changed` when it is told of a change the next time. */
async function openStream(address: string) {
  const source = new TestEventSource(`${address}/sub/${clientKey}`)
  const changed = new Promise<void>(resolve => source.addEventListener('features-updated', () => resolve()))
  const ended = new Promise<void>(resolve => {
    source.addEventListener('error', () => resolve())
  })
  await new Promise<void>((resolve, reject) => {
    source.addEventListener('open', () => resolve())
    void ended.then(() => reject(new Error('The stream could not be opened')))
  })
  return { source, changed, ended }
}

test.each([
  [true, 'R7.16 the SDK evaluates on the server and hears of a change that another server made within 2 s'],
  [false, 'R7.16 the SDK reads the rules and hears of a change that another server made within 2 s'],
])('%s %s', async remoteEval => {
  setPolyfills({ EventSource: TestEventSource })
  const sdk = new GrowthBook({
    apiHost: two.address,
    clientKey,
    remoteEval,
    attributes: { id: '7', isArticleSubscriber: true },
  })
  const started = await sdk.init({ streaming: true, skipCache: true, timeout: 5000 })
  expect(started).toMatchObject({ success: true, source: 'network' })
  expect(sdk.getFeatureValue('order', 'none')).toBe('keep_first_article')

  // The SDK has just asked for the stream; a change before it is open would be a change before the page was there.
  const witness = await openStream(two.address)
  const changed = new Promise<void>(resolve => sdk.setRenderer(resolve))
  const at = performance.now()
  await change('upgrade_first')
  await witness.changed
  await changed
  expect(sdk.getFeatureValue('order', 'none')).toBe('upgrade_first_article')
  expect(performance.now() - at).toBeLessThan(2000)
  witness.source.close()
  sdk.destroy({ destroyAllStreams: true })
})

test('R7.16 idempotent: an equal definition notifies no browser; a lost connection is reopened', async () => {
  const stream = await openStream(two.address)
  expect(await change('keep_first')).toBe('unchanged')
  await one.deps.db.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'profil-notifications' and datname = current_database()`,
  )
  // Listeners are told after a reconnect: a change may have been missed.
  await stream.changed
  stream.source.close()
})

test('R7.16 R4.15 a stream is anonymous: it says the same to all, so a change of the password need not end it', async () => {
  const { browser, ...reader } = await makeSignedIn(one)
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  expect(cookie).toContain('ppi=')
  const open = async (headers: Record<string, string>) => {
    const { headers: answered, body } = await fetch(`${two.address}/sub/${clientKey}`, { headers })
    if (!body) throw new Error('The stream has no body')
    const names = [...answered.keys()].filter(name => name !== 'x-request-id' && name !== 'date')
    return { names, setCookies: answered.getSetCookie(), read: textReader(body) }
  }
  const streams = [await open({ cookie }), await open({})]
  const [own, others] = streams
  expect(own?.names).toEqual(others?.names)
  expect(own?.setCookies).toEqual([])

  const changed = await browser.patch(`/rest/api/prv/v1/users/${reader.id}`, {
    json: { current_password: testPassword, plain_password: 'Nove-Heslo-5678' },
  })
  expect(changed.statusCode).toBe(204)
  await change('upgrade_first')
  for (const { read } of streams) {
    expect(await read(/data: changed/)).toBe('retry: 3000\n\nevent: features-updated\ndata: changed\n\n')
  }
})

test('R17.02 asked by HEAD, a stream is none: it is answered, and holds no place', async () => {
  const { status } = await fetch(`${two.address}/sub/${clientKey}`, { method: 'HEAD' })
  expect(status).toBe(404)
})

/** Reads on until what was read holds a pattern; then the stream is left. */
function textReader(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  return async (until: RegExp): Promise<string> => {
    let text = ''
    while (!until.test(text)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The stream ended after ${text}`)
      text += value
    }
    await reader.cancel()
    return text
  }
}

test('race: a reader who disconnects before the stream has begun frees the place', async () => {
  const app = Fastify()
  const listening = Promise.withResolvers<() => void>()
  const left = Promise.withResolvers<void>()
  app.addHook('onRequest', async request => {
    request.raw.once('close', left.resolve)
    leaving.abort()
  })
  const notifications = { ...one.deps.notifications, listen: () => listening.promise }
  streamChanges(app, { settings: one.deps.settings, notifications })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const open = (signal?: AbortSignal) => fetch(`${address}/sub/${clientKey}`, signal ? { signal } : {})
  await expect(open(leaving.signal)).rejects.toThrow()
  await left.promise
  listening.resolve(() => undefined)
  const stream = await open()
  expect(await exposeMetrics()).toMatch(/^profil_streams_open 1$/m)
  await stream.body?.cancel()
  await app.close()
})

test('R17.04 limit: one IP address gets a share of the streams, and the next reader one of the rest', async () => {
  const app = Fastify({ trustProxy: '127.0.0.1' })
  answerErrors(app)
  streamChanges(app, one.deps)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const open = (from: string) =>
    fetch(`${address}/sub/${clientKey}`, { headers: { 'x-forwarded-for': from } })
  const flood = await Promise.all(Array.from({ length: 520 }, (_, index) => open(`2001:db8:1:1::${index}`)))
  expect(flood.filter(answer => answer.status === 200)).toHaveLength(500)
  const refused = flood.filter(answer => answer.status === 503)
  expect(refused).toHaveLength(20)
  expect(refused[0]?.headers.get('retry-after')).toBe('60')
  const next = await open('2001:db8:2:1::1')
  expect(next.status).toBe(200)
  // What is left is there for the next one.
  await flood.find(answer => answer.status === 200)?.body?.cancel()
  await expect.poll(async () => (await open('2001:db8:1:1::1')).status).toBe(200)
  await app.close()
})

test('R7.16 with 200 streams open the calls are answered, all are told, and all end with the server in 5 s', async () => {
  const server = await one.startAnother()
  const streams = await Promise.all(Array.from({ length: 200 }, () => openStream(server.address)))
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => fetch(`${server.address}/config.json`).then(answer => answer.status)),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
  const changedAt = performance.now()
  await change('upgrade_first')
  await Promise.all(streams.map(each => each.changed))
  expect(performance.now() - changedAt).toBeLessThan(2000)

  const closingAt = performance.now()
  await server.close()
  await Promise.all(streams.map(each => each.ended))
  expect(performance.now() - closingAt).toBeLessThan(5000)
})
