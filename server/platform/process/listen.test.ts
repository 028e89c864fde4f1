import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, createServer } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { freePort } from '#server/testing/setup/free-port.ts'
import { createLog } from '../telemetry/log.ts'
import { listen, reachedAt, requireFreePort } from './listen.ts'
import { Shutdown } from './shutdown.ts'

const log = createLog('silent')
const placeAt = async (host: string) => ({ host, port: await freePort(), variable: 'PORT' })

async function ask(host: string, port: number, agent?: Agent): Promise<string> {
  const [answer]: IncomingMessage[] = await once(
    get({ host, port, path: '/', agent: agent ?? false }),
    'response',
  )
  let body = ''
  for await (const part of answer?.setEncoding('utf8') ?? []) body += String(part)
  return body
}

test('a server on localhost answers at both loopbacks, and finishes open requests of both on shutdown', async () => {
  const place = await placeAt('localhost')
  const app = Fastify({ forceCloseConnections: 'idle' })
  let finish = () => {}
  let begun = () => {}
  const hasBegun = new Promise<void>(resolve => (begun = resolve))
  app.get('/', request => `from ${request.ip}`)
  app.get('/slow', () => {
    begun()
    return new Promise<string>(resolve => (finish = () => resolve('finished')))
  })
  const shutdown = new Shutdown(log)
  await listen(app, place, shutdown)
  expect(await ask('127.0.0.1', place.port)).toBe('from 127.0.0.1')
  const idle = new Agent({ keepAlive: true })
  expect(await ask('::1', place.port, idle)).toBe('from ::1')

  const slow = once(get({ host: '::1', port: place.port, path: '/slow', agent: false }), 'response')
  await hasBegun
  const stopped = shutdown.run()
  finish()
  const [answer]: IncomingMessage[] = await slow
  answer?.resume()
  expect(answer?.statusCode).toBe(200)
  await stopped
  await expect(ask('127.0.0.1', place.port)).rejects.toThrow('ECONNREFUSED')
  await expect(ask('::1', place.port)).rejects.toThrow('ECONNREFUSED')
})

test.each([
  ['body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 20\r\n\r\n{'],
  ['headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
])('a request with unending %s does not hold the shutdown', async (_, begun) => {
  const place = await placeAt('localhost')
  const app = Fastify({ forceCloseConnections: 'idle' })
  app.all('/', () => 'here')
  const shutdown = new Shutdown(log)
  await listen(app, place, shutdown, 500)
  const closed = ['127.0.0.1', '::1'].map(async host => {
    const socket = connect(place.port, host).resume()
    socket.on('error', () => undefined)
    socket.write(begun)
    await once(socket, 'close')
  })
  // Answered after them, so they have been accepted.
  expect(await ask('127.0.0.1', place.port)).toBe('here')
  expect(await ask('::1', place.port)).toBe('here')
  await shutdown.run()
  await Promise.all(closed)
})

test.each(['127.0.0.1', '::1'])('a port that another program has at %s is taken on localhost', async host => {
  const place = await placeAt('localhost')
  const other = createServer().listen(place.port, host)
  await once(other, 'listening')
  await expect(requireFreePort(place)).rejects.toThrow(`Port ${place.port} is taken`)
  await once(other.close(), 'close')
  await requireFreePort(place)
})

test('a server on 127.0.0.1 answers there alone', async () => {
  const place = await placeAt('127.0.0.1')
  const app = Fastify().get('/', () => 'here')
  const shutdown = new Shutdown(log)
  await listen(app, place, shutdown)
  expect(await ask('127.0.0.1', place.port)).toBe('here')
  await expect(ask('::1', place.port)).rejects.toThrow('ECONNREFUSED')
  await shutdown.run()
})

test.each([
  ['localhost', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['10.0.0.5', 'http://10.0.0.5:3000'],
  ['fd00::5', 'http://[fd00::5]:3000'],
])('a server on %s is reached at %s from its own machine', (host, url) => {
  expect(reachedAt({ host, port: 3000 })).toBe(url)
})
