import { beforeAll, expect, test } from 'vitest'
import { makePeriod, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { devices } from './tables.ts'

const server = openForFile(createTestApp)

beforeAll(async () => {
  await makeProduct(server.deps, { code: 'standard_1y', deviceLimit: 3 })
})

test('R3.07 devices are told most recently used first, with the limit of the running subscription', async () => {
  const reader = await makeReader(server.deps)
  const stranger = await makeReader(server.deps)
  const now = server.clock.now()
  await makePeriod(server.deps, {
    userId: reader.id,
    productCode: 'standard_1y',
    startsAt: now.subtract({ hours: 24 }),
    endsAt: now.add({ hours: 24 }),
  })
  const lastActivity = Temporal.Instant.from('2026-11-18T17:05:00Z')
  const device = { userId: reader.id, name: 'Safari na iPhone', type: 'phone' as const, lastActivity }
  await server.deps.db.insert(devices).values([
    { ...device, id: 'older' },
    { ...device, id: 'newer', type: 'app', lastActivity: lastActivity.add({ hours: 1 }) },
    { ...device, id: 'removed', removedAt: now },
    { ...device, id: 'of-a-stranger', userId: stranger.id },
  ])
  const browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  const answer = await browser.get(`/rest/api/prv/v1/users/${reader.id}/devices`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    limit: { devices: 2, device_limit: 3, removal_limit: 3, removed_devices: 1, enabled: true },
    items: [
      {
        id: 'newer',
        name: 'Safari na iPhone',
        type: 'app',
        last_activity: '2026-11-18T18:05:00Z',
        current: false,
        signs_out: 'no',
      },
      {
        id: 'older',
        name: 'Safari na iPhone',
        type: 'phone',
        last_activity: '2026-11-18T17:05:00Z',
        current: false,
        signs_out: 'no',
      },
    ],
  })
})
