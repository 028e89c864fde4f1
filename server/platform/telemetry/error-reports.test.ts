import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { createErrorReporter } from './error-reports.ts'
import { createLog } from './log.ts'

/** A collector on this machine. */
const received: { url: string; body: string }[] = []
let answerStatus = 200
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', chunk => {
    body += String(chunk)
  })
  request.on('end', () => {
    received.push({ url: request.url ?? '', body })
    response.writeHead(answerStatus).end('{}')
  })
})
let dsn: string
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const address = collector.address()
  dsn = `http://abc@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/7`
})
afterAll(() => void collector.close())
beforeEach(() => {
  received.length = 0
  answerStatus = 200
})

const reporterOf = (environment: Record<string, string>) => createErrorReporter(loadConfig(environment))

test('R7.18 errors of the log are reported to the configured address, without anything personal', async () => {
  const reporter = reporterOf({ ENVIRONMENT: 'staging', SENTRY_DSN: dsn })
  const log = createLog('fatal', reporter?.report)
  expect(reporter).toBeDefined()
  const quiet = createLog('error', reporter?.report).child({}, { level: 'error' })
  quiet.error(
    { err: new TypeError('jana@example.com'), route: '/users/:userId', email: 'jana@example.com' },
    'request failed',
  )
  quiet.warn({ err: new Error('x') }, 'no error')
  quiet.error({ task: 'y' }, 'nothing was thrown')
  log.fatal({ err: new RangeError('z') }, 'uncaught')
  await reporter?.flush()
  expect(received.map(each => each.url)).toEqual([
    '/api/7/envelope/?sentry_key=abc&sentry_version=7',
    '/api/7/envelope/?sentry_key=abc&sentry_version=7',
  ])
  const events = received.map(each => JSON.parse(each.body.split('\n')[2] ?? '') as unknown)
  expect(events).toMatchObject([
    {
      environment: 'staging',
      transaction: 'request failed: /users/:userId',
      level: 'error',
      exception: { values: [{ type: 'TypeError', value: '' }] },
    },
    { level: 'fatal', transaction: 'uncaught' },
  ])
  expect(JSON.stringify(events)).toContain('server/platform/telemetry/error-reports.test.ts')
  expect(JSON.stringify(received)).not.toMatch(/jana|127\.0\.0\.1/)
})

test.each([
  ['without an address', { ENVIRONMENT: 'staging' }],
  ['on a developer’s machine', { SENTRY_DSN: 'http://abc@127.0.0.1:1/7' }],
  ['in the local environment', { ENVIRONMENT: 'local', SENTRY_DSN: 'http://abc@127.0.0.1:1/7' }],
])('R7.18 nothing is reported %s, neither here nor by the browser', (_where, environment) => {
  expect(reporterOf(environment)).toBeUndefined()
  expect(loadConfig(environment).errorReportingDsn).toBeNull()
})

test('R7.18 reports are deduplicated and rate limited: a repeated fault once, 100 different ones at most 20 times', async () => {
  const reporter = reporterOf({ ENVIRONMENT: 'staging', SENTRY_DSN: dsn })
  const error = new Error('again')
  for (let time = 0; time < 5; time++) reporter?.report({ error, where: 'task', level: 'error' })
  for (let task = 0; task < 100; task++) reporter?.report({ error, where: `task ${task}`, level: 'error' })
  await reporter?.flush()
  expect(received).toHaveLength(20)
})

test('R7.18 a collector that refuses or is not there changes nothing', async () => {
  answerStatus = 500
  const refused = reporterOf({ ENVIRONMENT: 'staging', SENTRY_DSN: dsn })
  const absent = reporterOf({ ENVIRONMENT: 'staging', SENTRY_DSN: 'http://abc@127.0.0.1:1/7' })
  for (const reporter of [refused, absent]) {
    reporter?.report({ error: new Error('x'), where: 'task', level: 'error' })
    await reporter?.flush()
  }
  expect(received).toHaveLength(1)
})

test('an address without a key or a project stops the start with one sentence', () => {
  expect(() => loadConfig({ SENTRY_DSN: 'https://errors.example' })).toThrow(
    /SENTRY_DSN cannot be used: set it to/,
  )
})
