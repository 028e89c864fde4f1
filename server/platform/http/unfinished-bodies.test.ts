import { once } from 'node:events'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRawConnections } from '#server/testing/setup/raw-connections.ts'
import { AppError } from '../app-error.ts'
import { exposeMetrics } from '../telemetry/metrics.ts'
import { boundBodies } from './bound-bodies.ts'
import { answerErrors } from './errors.ts'
import { boundUnfinishedBodies } from './unfinished-bodies.ts'

const [most, bytes] = [3, 1_000_000]
let app: FastifyInstance
let port: number
let lines: string[]
/** Lets the session be known for which requests to /slow wait. */
let goOn: () => void
beforeEach(async () => {
  lines = []
  const session = new Promise<void>(resolve => {
    goOn = resolve
  })
  app = Fastify({ logger: { level: 'warn', stream: { write: line => lines.push(line) } }, bodyLimit: 100 })
  answerErrors(app)
  boundBodies(app, boundUnfinishedBodies(app, most), {
    atOnce: bytes,
    ofOneAddress: 2 * bytes,
    retryAfterS: 5,
  })
  app.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/slow')) await session
    if (url === '/closed') throw new AppError('forbidden')
  })
  for (const url of ['/large', '/slow/large']) app.post(url, { bodyLimit: bytes }, async () => 'heard')
  for (const url of ['/', '/slow', '/closed']) app.all(url, async ({ body }) => ({ heard: body ?? null }))
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(async () => {
  goOn()
  await app.close()
  expect(lines).toEqual([])
})

const send = openRawConnections(() => port)
const head = (url: string, ...headers: string[]) =>
  [`POST ${url} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '\r\n'].join('\r\n')
/** The beginning of a body of 20 bytes. */
const begin = (url = '/') => send(head(url, 'Content-Length: 20'), '{"a":')
const rest = '"123456789012"}'

/** How many have not arrived whole, as the server tells it. */
const unfinished = () => metric('profil_bodies_unfinished')
const cutOff = () => metric('profil_bodies_cut_off_total')
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await exposeMetrics())?.[1] ?? 0)

test('R17.06 beyond so many bodies the one that began first is cut off by 408, and the newest is read', async () => {
  const first = begin()
  await expect.poll(unfinished).toBe(1)
  const others = [begin(), begin()]
  await expect.poll(unfinished).toBe(most)
  expect(first.socket.closed).toBe(false)

  const newest = begin()
  const answer = await first.answer()
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"key":"invalid_input"/)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(await unfinished()).toBe(most)
  for (const each of [newest, ...others]) {
    each.socket.write(rest)
    expect(await each.begun()).toMatch(/^HTTP\/1\.1 200 /)
  }
  expect(await unfinished()).toBe(0)
})

test('R17.06 a large body that began first is not cut off while it arrives, and is once it stops', async () => {
  const partBytes = 20_000
  const connected = once(app.server, 'connection')
  const large = send(head('/large', `Content-Length: ${9 * partBytes}`))
  const [its]: Socket[] = await connected
  await expect.poll(unfinished).toBe(1)
  for (let others = 1; others < most; others++) begin()
  await expect.poll(unfinished).toBe(most)
  const before = await cutOff()
  for (let round = 1; round <= 3; round++) {
    const read = its?.bytesRead ?? Number.NaN
    large.socket.write('"'.padEnd(partBytes))
    await expect.poll(() => its?.bytesRead).toBe(read + partBytes)
    // The last of them makes it the oldest again.
    for (let others = 0; others < most; others++) begin()
    await expect.poll(async () => (await cutOff()) - before).toBe(round * most)
    expect(large.socket.closed).toBe(false)
  }
  begin()
  expect(await large.answer()).toMatch(/^HTTP\/1\.1 408 /)
})

/** A text of so many bytes in JSON, and what of it is sent. */
const sendLarge = (size: number, sent = size, url = '/large') =>
  send(head(url, `Content-Length: ${size}`), `"${'x'.repeat(size - 2)}"`.slice(0, sent))

test('R17.06 large bodies that do not arrive make room for one that does, the oldest first', async () => {
  const first = sendLarge(400_000, 1000)
  await expect.poll(unfinished).toBe(1)
  const second = sendLarge(400_000, 1000)
  await expect.poll(unfinished).toBe(2)
  expect(await sendLarge(400_000).begun()).toMatch(/^HTTP\/1\.1 200 [^]*heard/)
  expect(await first.answer()).toMatch(/^HTTP\/1\.1 408 /)
  expect(second.socket.closed).toBe(false)
  second.socket.write('x'.repeat(400_000 - 1001) + '"')
  expect(await second.begun()).toMatch(/^HTTP\/1\.1 200 [^]*heard/)
})

test('R17.06 a large body that waits to be read by us is not cut off, neither for another nor for many', async () => {
  const connected = once(app.server, 'connection')
  const waiting = sendLarge(900_000, 900_000, '/slow/large')
  const [its]: Socket[] = await connected
  await expect.poll(() => its?.isPaused()).toBe(true)
  const before = await cutOff()
  for (let round = 1; round <= 3; round++) {
    for (let others = 0; others < most; others++) begin()
    await expect.poll(async () => (await cutOff()) - before).toBeGreaterThan((round - 1) * most)
  }
  expect(await sendLarge(400_000).begun()).toMatch(/^HTTP\/1\.1 503 /)
  expect(waiting.socket.closed).toBe(false)
  goOn()
  expect(await waiting.begun()).toMatch(/^HTTP\/1\.1 200 [^]*heard/)
})

test('R17.06 a large body that arrives is not cut off for another one, which is refused, until it stops', async () => {
  const connected = once(app.server, 'connection')
  const arriving = sendLarge(900_000, 1000)
  const [its]: Socket[] = await connected
  await expect.poll(unfinished).toBe(1)
  const read = its?.bytesRead ?? Number.NaN
  arriving.socket.write('x'.repeat(20_000))
  await expect.poll(() => its?.bytesRead).toBe(read + 20_000)
  const before = await cutOff()
  expect(await sendLarge(400_000, 1000).begun()).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 5/i)
  expect(arriving.socket.closed).toBe(false)
  expect(await cutOff()).toBe(before)
  expect(await sendLarge(400_000).begun()).toMatch(/^HTTP\/1\.1 200 /)
  expect(await arriving.answer()).toMatch(/^HTTP\/1\.1 408 /)
})

test('R17.06 a body that comes slowly but whole is taken while there is room', async () => {
  const slow = send(head('/', 'Transfer-Encoding: chunked'), '5\r\n{"a":\r\n')
  await expect.poll(unfinished).toBe(1)
  for (let others = 0; others < 3 * most; others++) {
    expect(await send(head('/', 'Content-Length: 2'), '{}').begun()).toMatch(/^HTTP\/1\.1 200 /)
  }
  slow.socket.write('2\r\n1}\r\n0\r\n\r\n')
  expect(await slow.begun()).toMatch(/^HTTP\/1\.1 200 [^]*{"heard":{"a":1}}/)
})

test('R17.06 a request whose body has come is not cut off while it waits for something else', async () => {
  const waiting = send(head('/slow', 'Content-Length: 7'), '{"a":1}')
  await expect.poll(unfinished).toBe(1)
  for (let others = 0; others < most; others++) begin()
  await expect.poll(unfinished).toBe(most)
  goOn()
  expect(await waiting.begun()).toMatch(/^HTTP\/1\.1 200 [^]*{"heard":{"a":1}}/)
})

test('R17.06 requests without a body are not counted', async () => {
  for (let each = 0; each < 2 * most; each++) {
    send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    send('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
  }
  const open = () => new Promise(resolve => app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(open).toBe(4 * most)
  expect(await unfinished()).toBe(0)
})

test.each([
  ['is too large', () => send(head('/', 'Content-Length: 101'), '{'), /^HTTP\/1\.1 413 /],
  [
    'grows too large',
    () => send(head('/', 'Transfer-Encoding: chunked'), `65\r\n${'x'.repeat(101)}`),
    /413 /,
  ],
  ['is broken', () => send(head('/', 'Transfer-Encoding: chunked'), 'no length\r\n'), /^HTTP\/1\.1 400 /],
  ['is no JSON', () => send(head('/', 'Content-Length: 2'), '{]'), /^HTTP\/1\.1 400 /],
  ['is refused unread', () => send(head('/closed', 'Content-Length: 2'), '{}'), /^HTTP\/1\.1 403 /],
])('R17.06 a body that %s is not kept', async (_what, ask, answer) => {
  const asking = ask()
  expect(await asking.begun()).toMatch(answer)
  asking.socket.end()
  await expect.poll(unfinished).toBe(0)
})

test('R17.06 a body whose client leaves is not kept, also when nobody has read it yet', async () => {
  const leaving = [begin(), begin('/slow'), begin('/closed')]
  await expect.poll(unfinished).toBe(leaving.length)
  for (const { socket } of leaving) socket.destroy()
  await expect.poll(unfinished).toBe(0)
})

test('R17.06 one that is cut off before its body is read does no harm', async () => {
  const first = begin('/slow')
  await expect.poll(unfinished).toBe(1)
  for (let others = 0; others < most; others++) begin()
  expect(await first.answer()).toMatch(/^HTTP\/1\.1 408 /)
  goOn()
  expect(await send(head('/', 'Content-Length: 2'), '{}').begun()).toMatch(/^HTTP\/1\.1 200 /)
})

test('R17.06 a body that never comes counts after its answer too, and is cut off without a second one', async () => {
  const answered = begin('/closed')
  expect(await answered.begun()).toMatch(/^HTTP\/1\.1 403 /)
  expect(await unfinished()).toBe(1)
  for (let others = 0; others < most; others++) begin()
  expect((await answered.answer()).match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('R17.06 a body behind another request is cut off without an answer that could be taken for the other’s', async () => {
  const pipelined = send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n', head('/', 'Content-Length: 20'), '{"a":')
  await expect.poll(unfinished).toBe(1)
  for (let others = 0; others < most; others++) begin()
  expect(await pipelined.answer()).toBe('')
  expect(await unfinished()).toBe(most)
})
