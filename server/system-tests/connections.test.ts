import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerErrors } from '../platform/http/errors.ts'
import { headersOfLogin, openRawConnections } from '../testing/setup/raw-connections.ts'
import { createTestApp, type TestApp, testOrigin } from '../testing/setup/test-app.ts'

let server: TestApp
let port: number
beforeAll(async () => {
  server = await createTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(async () => {
  await server.close()
})

const send = openRawConnections(() => port)

describe('R17.06 who is slow', () => {
  test('times out after 25 seconds for a request and 15 for its headers, checked every two', async () => {
    const { requestTimeout, headersTimeout } = server.app.server
    expect([requestTimeout, headersTimeout]).toEqual([25_000, 15_000])
    // The same with shorter timeouts; by default Node checks every 30 s.
    Object.assign(server.app.server, { requestTimeout: 1000, headersTimeout: 900 })
    try {
      const drip = send(headersOfLogin('192.0.2.1', 5000), '{')
      const dripping = setInterval(() => drip.socket.write(' '), 100)
      const answers = await Promise.all([
        drip.answer(),
        send(headersOfLogin('192.0.2.2', 5000)).answer(),
        send(headersOfLogin('192.0.2.3', 'chunked'), '1\r\n{\r\n').answer(),
        send('POST /login HTTP/1.1\r\nHost: pro').answer(),
      ])
      clearInterval(dripping)
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    } finally {
      Object.assign(server.app.server, { requestTimeout, headersTimeout })
    }
  })
})

describe('R17.06 bodies that are begun and never ended', () => {
  const large = 97_000

  test('of one address take its share, and no other is held back; small ones are always taken', async () => {
    const half = Array.from({ length: 200 }, (_, index) =>
      send(headersOfLogin(`2001:db8:1:1::${index.toString(16)}`, large), 'x'.repeat(1000)),
    )
    // 12 MB are 123 of them.
    const refused = await Promise.all(half.slice(-36).map(each => each.answer()))
    for (const answer of refused) {
      expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*"service_unavailable"/)
      expect(answer).toMatch(/\r\nretry-after: 5\r\n/i)
      expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    }
    const other = send(headersOfLogin('2001:db8:2:1::1', large), '{'.padEnd(large))
    expect(await other.begun()).toMatch(/^HTTP\/1\.1 400 /)
    const body = JSON.stringify({ email: 'nobody@dennik.example', password: 'Zle-heslo-1' })
    const small = send(headersOfLogin('2001:db8:1:1::ffff', body.length), body)
    expect(await small.begun()).toMatch(/^HTTP\/1\.1 422 [^]*bad_credentials/)

    // Closed connections release what they held.
    for (const { socket } of half) socket.destroy()
    await expect
      .poll(() => send(headersOfLogin('2001:db8:1:1::1', large), '{'.padEnd(large)).begun())
      .toMatch(/^HTTP\/1\.1 400 /)
  })

  test('those that say no length count as the longest that is taken', async () => {
    const half = Array.from({ length: 170 }, () => send(headersOfLogin('192.0.2.9', 'chunked'), '1\r\n{\r\n'))
    const refused = await Promise.all(half.slice(-10).map(each => each.answer()))
    for (const answer of refused) expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    for (const { socket } of half) socket.destroy()
  })

  test('those that were answered hold nothing', async () => {
    for (let round = 0; round < 200; round++) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/login',
        remoteAddress: '192.0.2.10',
        headers: { origin: testOrigin, 'content-type': 'application/json' },
        payload: '{'.padEnd(large),
      })
      expect(answer.statusCode).toBe(400)
    }
  })
})

test('R17.06 a client that disconnects within a body is not logged as an error', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: line => lines.push(line) } } })
  answerErrors(app)
  app.post('/', async () => 'heard')
  const failed = new Promise(resolve => app.addHook('onError', async request => resolve(request.id)))
  const own = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const socket = connect(own, '127.0.0.1')
  const begun = new Promise(resolve => app.server.once('request', resolve))
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{')
  await begun
  socket.destroy()
  await failed
  await app.close()
  expect(lines).toEqual([])
})

test('R17.06 connections above MAX_CONNECTIONS are closed, and accepted again when others close', async () => {
  expect(server.app.server.maxConnections).toBe(10_000)
  server.app.server.maxConnections = 5
  try {
    const hello = `GET /healthz HTTP/1.1\r\nHost: ${new URL(testOrigin).host}\r\n\r\n`
    await expect
      .poll(() => new Promise(resolve => server.app.server.getConnections((_, open) => resolve(open))))
      .toBe(0)
    const five = Array.from({ length: 5 }, () => send(hello))
    for (const each of five) expect(await each.begun()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await send(hello).answer()).toBe('')
    five[0]?.socket.destroy()
    const next = () => {
      const each = send(hello)
      return Promise.race([each.begun(), each.answer()])
    }
    await expect.poll(next).toMatch(/^HTTP\/1\.1 200 /)
  } finally {
    server.app.server.maxConnections = 10_000
  }
})
