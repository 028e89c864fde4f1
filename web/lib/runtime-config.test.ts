import { afterEach, expect, test, vi } from 'vitest'
import { exampleConfig } from '#contract/testing/config-example.ts'
import { configAddress, loadRuntimeConfig, runtimeConfig } from './runtime-config.ts'

const load = (body: BodyInit | null, status = 200) =>
  loadRuntimeConfig(Promise.resolve(new Response(body, { status })))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('R2.31 R5.13 a whole configuration is kept for the page', async () => {
  expect(() => runtimeConfig()).toThrow(/before it was loaded/)
  expect(await load(JSON.stringify(exampleConfig))).toEqual(exampleConfig)
  expect(runtimeConfig().hosts.central_login).toBe(exampleConfig.hosts.central_login)
})

test.each([
  ['bad_status', JSON.stringify(exampleConfig), 500],
  ['bad_status', '', 404],
  ['empty_body', '', 200],
  ['empty_body', ' \n', 200],
  ['not_json', '<html>', 200],
  ['not_json', '{"environment":', 200],
  ['missing_fields', '{}', 200],
  ['missing_fields', 'null', 200],
  ['missing_fields', '[]', 200],
  ['missing_fields', JSON.stringify({ ...exampleConfig, login_url: undefined }), 200],
  [
    'missing_fields',
    JSON.stringify({ ...exampleConfig, hosts: { ...exampleConfig.hosts, content: 'no address' } }),
    200,
  ],
])('R8.02 a configuration that cannot be used says why: %s (%s)', async (reason, body, status) => {
  await expect(load(body, status)).rejects.toMatchObject({ reason })
})

test('R8.02 no answer at all has a reason of its own', async () => {
  const refused = Promise.reject<Response>(new TypeError('fetch failed'))
  await expect(loadRuntimeConfig(refused)).rejects.toMatchObject({ reason: 'unreachable' })
})

test.each([
  ['no answer', () => new Promise<Response>(() => {})],
  ['an answer that does not end', () => Promise.resolve(new Response(new ReadableStream()))],
])('R10.09 %s is given up after 30 seconds', async (_what, answer) => {
  vi.useFakeTimers()
  const outcome = vi.fn()
  loadRuntimeConfig(answer()).catch(outcome)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ reason: 'unreachable' }))
})

test('R10.07 R9.07 the date of the answer tells how far this machine is off', async () => {
  const document = { cookie: '' }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol: 'https:' })
  const arrive = (serverMs: number) =>
    loadRuntimeConfig(
      Promise.resolve(
        new Response(JSON.stringify(exampleConfig), { headers: { date: new Date(serverMs).toUTCString() } }),
      ),
    )
  await arrive(Date.now() + 22 * 86_400_000)
  expect(document.cookie).toMatch(/^pptd=19007\d{5}|^pptd=190080\d{4}/)
  expect(document.cookie).toContain('; Max-Age=86400; SameSite=Lax; Domain=example.com; Secure')
  // The clock has been corrected.
  await arrive(Date.now())
  expect(document.cookie).toMatch(/^pptd=; Path=\/; Max-Age=0;/)
})

test('R7.02 the address differs on every load', () => {
  const addresses = new Set(Array.from({ length: 50 }, configAddress))
  expect(addresses.size).toBe(50)
  for (const address of addresses) expect(address).toMatch(/^\/config\.json\?\w+$/)
})
