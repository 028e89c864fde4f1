import { request } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { projectRoot } from '../process/project-root.ts'
import { answerErrors, sendRefusal } from './errors.ts'

const logged: string[] = []
const log: FastifyBaseLogger = pino({ level: 'warn' }, { write: line => logged.push(line) })
const app = Fastify({ loggerInstance: log })
beforeAll(async () => {
  answerErrors(app)
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new AppError('not_found')))
  await app.register(fastifyStatic, { root: join(projectRoot, 'demo'), prefix: '/layout/' })
  app.get('/status/:status', request => {
    const { status } = request.params as { status: string }
    throw Object.assign(new Error('a secret of a gateway'), { statusCode: Number(status) })
  })
  app.get('/refused/:status', request => {
    const { status } = request.params as { status: string }
    throw Object.assign(new Error('no'), { statusCode: Number(status), code: 'FST_ERR_TEST' })
  })
  app.get('/thrown', () => {
    throw Object.assign(new Error('a library’s'), { statusCode: 400, code: 42 })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/** Requests a raw path: the tests' usual client would normalise it first. */
function ask(path: string): Promise<{ status: number | undefined; body: string }> {
  const { port } = new URL(app.listeningOrigin)
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, answer => {
      let body = ''
      answer.on('data', piece => (body += String(piece)))
      answer.on('end', () => resolve({ status: answer.statusCode, body }))
    })
      .on('error', reject)
      .end()
  })
}

test.each([
  '/layout/..',
  '/layout/../x',
  '/layout/../layout-blocks.json',
  '/layout/%2e%2e/layout-blocks.json',
  '/layout/..%2flayout-blocks.json',
  '/layout/%5c..',
  '/layout/..%5clayout-blocks.json',
  '/layout/....//layout-blocks.json',
  '/layout/%00',
  '/layout/x%00.css',
  '/layout//etc/passwd',
  '/layout/%2fetc%2fpasswd',
  '/layout/.git/config',
  '/layout/',
  '/layout',
])('R8.01 R17.01 %s is an unknown address, and nothing of ours failed', async path => {
  logged.length = 0
  const { status, body } = await ask(path)
  expect(JSON.parse(body)).toEqual({ errors: [{ key: 'not_found', message: expect.any(String) }] })
  expect(status).toBe(404)
  expect(logged).toEqual([])
})

test.each([
  [403, 404, 'not_found'],
  [405, 400, 'invalid_input'],
  [414, 400, 'invalid_input'],
  [417, 400, 'invalid_input'],
  [413, 413, 'payload_too_large'],
  [429, 429, 'too_many_requests'],
])('what the framework refuses with %i is a refusal of ours with %i', async (theirs, ours, key) => {
  logged.length = 0
  const { status, body } = await ask(`/refused/${theirs}`)
  expect([status, JSON.parse(body)]).toMatchObject([ours, { errors: [{ key }] }])
  expect(logged).toEqual([])
})

test.each(['/status/400', '/status/404', '/status/429', '/thrown'])(
  'an error that only happens to bear a status is a fault of ours, and logged: %s',
  async path => {
    logged.length = 0
    const { status, body } = await ask(path)
    expect([status, JSON.parse(body)]).toMatchObject([500, { errors: [{ key: 'internal_server_error' }] }])
    expect(body).not.toContain('secret')
    expect(logged).toHaveLength(1)
  },
)
