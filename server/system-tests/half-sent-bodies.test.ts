import { beforeAll, expect, test } from 'vitest'
import { capacities } from '../platform/limits/limits.ts'
import { exposeMetrics } from '../platform/telemetry/metrics.ts'
import { openForFile } from '../testing/setup/open-for-file.ts'
import { headersOfLogin, openRawConnections } from '../testing/setup/raw-connections.ts'
import { createTestApp, testOrigin } from '../testing/setup/test-app.ts'

const server = openForFile(() => createTestApp({ TRUSTED_PROXIES: '127.0.0.1' }))
let url: string
beforeAll(async () => {
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
const send = openRawConnections(() => Number(new URL(url).port))

const { atOnce } = capacities.unfinishedBodies
const [small, large] = [1024, 97_000]
const begin = (from: string, bytes: number) => send(headersOfLogin(from, bytes), '{'.padEnd(100))

async function metric(name: string): Promise<number> {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await exposeMetrics())?.[1] ?? 0)
}
const unfinished = () => metric('profil_bodies_unfinished')
const cutOff = () => metric('profil_bodies_cut_off_total')

/** Somebody whose form is read and judged, who does not exist here. */
async function signIn(): Promise<number> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: testOrigin, 'x-forwarded-for': '192.0.2.1' },
    body: JSON.stringify({ email: 'nobody@dennik.example', password: 'Zle-heslo-1' }),
  })
  await answer.arrayBuffer()
  return answer.status
}

test('R17.06 while more bodies are half sent than are held, others sign in, and the oldest are cut off', async () => {
  const before = await cutOff()
  // Their address has no room for more large ones: 123 of them are 12 MB.
  const oldest = Array.from({ length: 120 }, () => begin('192.0.2.7', large))
  await expect.poll(unfinished).toBe(oldest.length)
  let begun = oldest.length
  while (begun < atOnce) {
    // A few at a time: the kernel lets 511 wait until they are accepted.
    for (let each = 0; each < 100 && begun < atOnce; each++, begun++) begin('192.0.2.8', small)
    await expect.poll(unfinished, { interval: 5 }).toBe(begun)
  }
  expect(await cutOff()).toBe(before)

  const newest = []
  for (let round = 0; round < 5; round++) {
    for (let each = 0; each < 40; each++) newest.push(begin('192.0.2.9', small))
    expect(await signIn()).toBe(422)
  }
  for (const each of oldest) expect(await each.answer()).toMatch(/^HTTP\/1\.1 408 [^]*"invalid_input"/)
  await expect.poll(async () => (await cutOff()) - before).toBeGreaterThanOrEqual(newest.length)
  expect(await unfinished()).toBeLessThanOrEqual(atOnce)

  // The newest are read to their end.
  for (const each of newest) each.socket.write(' '.repeat(small - 100))
  for (const each of newest) expect(await each.begun()).toMatch(/^HTTP\/1\.1 400 /)
  // Those that were cut off have given back their share of the bytes.
  const again = Array.from({ length: 120 }, () => begin('192.0.2.7', large))
  for (const each of again) each.socket.write(' '.repeat(large - 100))
  for (const each of again) expect(await each.begun()).toMatch(/^HTTP\/1\.1 400 /)
})

test('R17.06 nothing is kept of those that have ended', async () => {
  await expect.poll(unfinished).toBe(0)
  expect(await signIn()).toBe(422)
  expect(await unfinished()).toBe(0)
})
