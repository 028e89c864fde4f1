import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RuntimeConfig } from '#contract/config/runtime-config.ts'

const send = vi.fn<(address: string, request: { body: string; credentials: string }) => Promise<Response>>()
let page: EventTarget
const location = { origin: 'https://profil.test', pathname: '/e-maily/odkaz/SECRET' }

beforeEach(() => {
  vi.resetModules()
  page = new EventTarget()
  send.mockReset().mockResolvedValue(new Response('{}'))
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', location)
  vi.stubGlobal('fetch', send)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => vi.unstubAllGlobals())

async function start(changes: { environment?: string; dsn?: string | null } = {}) {
  const { startErrorReports } = await import('./error-reports.ts')
  const { logFailure } = await import('../log.ts')
  const { ApiError } = await import('../call/api-error.ts')
  const config = {
    environment: changes.environment ?? 'production',
    version: '1.2.3',
    error_reporting: {
      dsn: changes.dsn === undefined ? 'https://abc@errors.test/7' : changes.dsn,
      sample_rate: 1,
    },
  }
  // Only these parts are read.
  return { begin: () => startErrorReports(config as RuntimeConfig), logFailure, ApiError }
}

const bug = (name = 'draw') => {
  const error = new TypeError('jana@example.com is wrong')
  error.stack = `TypeError: jana@example.com is wrong\n    at ${name} (https://profil.test/assets/page.js:1:2)`
  return error
}
const uncaught = (error: unknown) => page.dispatchEvent(Object.assign(new Event('error'), { error }))

test('R7.18 a fault is reported with its place and the kind of page, and nothing of the reader', async () => {
  const { begin, logFailure } = await start()
  // Before reports are started.
  logFailure('page', bug())
  expect(send).not.toHaveBeenCalled()
  begin()
  expect(send).toHaveBeenCalledTimes(1)
  const [address, request] = send.mock.calls[0] ?? []
  expect(address).toBe('https://errors.test/api/7/envelope/?sentry_key=abc&sentry_version=7')
  expect(request?.credentials).toBe('omit')
  expect(JSON.parse(request?.body.split('\n')[2] ?? '')).toMatchObject({
    platform: 'javascript',
    transaction: 'page: /e-maily/odkaz/:token',
    release: '1.2.3',
    exception: {
      values: [{ type: 'TypeError', value: '', stacktrace: { frames: [{ filename: 'assets/page.js' }] } }],
    },
  })
  expect(request?.body).not.toMatch(/jana|SECRET/)
  logFailure('page', bug())
  uncaught(bug('press'))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: bug('later') }))
  expect(send).toHaveBeenCalledTimes(3)
})

test('R7.18 what the security policy kept out is reported by its rule and host alone', async () => {
  const { begin } = await start()
  begin()
  const violate = (effectiveDirective: string, blockedURI: string) =>
    page.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI }),
    )
  for (const address of ['inline', 'eval', '', 'data', 'chrome-extension://abc/x.js', 'moz-extension'])
    violate('script-src-elem', address)
  expect(send).not.toHaveBeenCalled()
  violate('script-src-elem', 'https://cdn.example/jana@example.com.js?token=SECRET')
  violate('script-src-elem', 'https://cdn.example/again.js')
  expect(send).toHaveBeenCalledTimes(1)
  const body = send.mock.calls[0]?.[1].body ?? ''
  expect(JSON.parse(body.split('\n')[2] ?? '')).toMatchObject({
    transaction: 'kept out by script-src-elem, https://cdn.example: /e-maily/odkaz/:token',
    exception: { values: [{ type: 'PolicyViolation' }] },
  })
  expect(body).not.toMatch(/jana|SECRET/)
})

test('R7.18 refusals, lost connections and scripts of others are no faults of ours', async () => {
  const { begin, logFailure, ApiError } = await start()
  begin()
  for (const kind of ['unprocessable_entity', 'not_found', 'offline', 'timeout', 'not_logged_in'] as const) {
    logFailure('call', new ApiError(kind))
  }
  logFailure('call', new DOMException('', 'AbortError'))
  const foreign = new Error('x')
  foreign.stack = 'Error: x\n    at ad (https://adverts.test/ad.js:1:2)'
  uncaught(foreign)
  uncaught(null)
  expect(send).not.toHaveBeenCalled()
  logFailure('call', new ApiError('server_error', { status: 500 }))
  expect(send).toHaveBeenCalledTimes(1)
})

test.each([
  'Failed to fetch',
  'network error',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'The network connection was lost.',
  'Failed to fetch dynamically imported module: https://profil.test/assets/flag-client-1.js',
  'error loading dynamically imported module: https://profil.test/assets/flag-client-1.js',
  'Importing a module script failed.',
])('R7.18 “%s” is the reader’s connection', async message => {
  const { begin, logFailure } = await start()
  begin()
  logFailure('flags', Object.assign(bug(), { message }))
  logFailure(
    'page',
    new Error('A part of the program could not be loaded', { cause: new TypeError(message) }),
  )
  expect(send).not.toHaveBeenCalled()
  logFailure('flags', bug())
  expect(send).toHaveBeenCalledTimes(1)
})

test('R7.18 a log entry that is no error is not reported and stays in the console', async () => {
  const noted = vi.spyOn(console, 'warn')
  const { begin, logFailure } = await start()
  begin()
  logFailure('layout blocks', 'sme-header may not have onclick')
  expect(send).not.toHaveBeenCalled()
  expect(noted).toHaveBeenCalledWith('layout blocks', 'sme-header may not have onclick')
})

test.each([
  ['without an address', { dsn: null }],
  ['on a developer’s machine', { environment: 'local' }],
])('R7.18 nothing is reported %s', async (_where, changes) => {
  const { begin, logFailure } = await start(changes)
  begin()
  logFailure('page', bug())
  uncaught(bug())
  expect(send).not.toHaveBeenCalled()
})

test('R7.18 a page sends ten reports at most (rate limit)', async () => {
  const { begin, logFailure } = await start()
  begin()
  for (let place = 0; place < 30; place++) logFailure(`place ${place}`, bug())
  expect(send).toHaveBeenCalledTimes(10)
})
