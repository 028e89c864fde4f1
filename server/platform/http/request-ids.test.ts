import { expect, test, vi } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { traceOf } from './request-ids.ts'

const fresh = /^[\da-f]{8}-[\da-f-]{27}$/
const server = openForFile(() => createTestApp({ TRUSTED_PROXIES: '10.0.0.1,192.168.7.0/24' }))

const idOf = async (remoteAddress: string, sent?: string) => {
  const headers = sent === undefined ? {} : { 'x-request-id': sent }
  return (await server.app.inject({ url: '/healthz', remoteAddress, headers })).headers['x-request-id']
}

test.each(['10.0.0.1', '::ffff:10.0.0.1', '192.168.7.20'])(
  'the id that the own proxy %s sends is kept and answered',
  async proxy => {
    expect(await idOf(proxy, 'edge-42.abc_7')).toBe('edge-42.abc_7')
  },
)

test.each([
  ['of a reader', '203.0.113.9', 'edge-42.abc_7'],
  ['of a proxy that is not trusted', '10.0.0.2', 'edge-42.abc_7'],
  ['that is none', '10.0.0.1', undefined],
  ['that is too short', '10.0.0.1', 'a'],
  ['that is too long', '10.0.0.1', 'a'.repeat(129)],
  ['that would break a line', '10.0.0.1', 'edge-42 {"level":50}'],
])('an id %s is made anew', async (_, from, sent) => {
  expect(await idOf(from, sent)).toMatch(fresh)
})

test('a trace is taken as W3C writes it, and nothing else, and is in the log beside the id', async () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  expect(traceOf({ traceparent: trace })).toBe(trace)
  for (const wrong of [undefined, '', `${trace}0`, trace.toUpperCase(), trace.replace('4bf9', 'zzzz')])
    expect(traceOf({ traceparent: wrong })).toBeUndefined()
  expect(traceOf({ traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` })).toBeUndefined()

  const logged = vi.spyOn(server.deps.log, 'info')
  const { headers } = await server.app.inject({ url: '/healthz', headers: { traceparent: trace } })
  const line = { traceparent: trace, requestId: headers['x-request-id'], route: '/healthz', status: 200 }
  await vi.waitFor(() => expect(logged).toHaveBeenCalledWith(expect.objectContaining(line)))
  logged.mockRestore()
})
