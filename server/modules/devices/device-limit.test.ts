import { beforeEach, describe, expect, test } from 'vitest'
import { machineClock } from '#server/platform/clock.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { deviceLimit, startOfMonth } from './device-limit.ts'
import { devices } from './tables.ts'

const database = openForFile(createTestDatabase)
let userId: number
let made = 0

beforeEach(async () => {
  userId = (await makeReader({ db: database.db, clock: machineClock })).id
})

const at = (text: string) => Temporal.Instant.from(text)
const limitAt = (now: string, limit = 6) =>
  deviceLimit({ db: database.db, clock: { now: () => at(now) } }, userId, limit)
const addDevice = (removedAt?: string, owner = userId) =>
  database.db.insert(devices).values({
    id: `device-${made++}`,
    userId: owner,
    name: 'Chrome na Windows',
    type: 'browser',
    lastActivity: at('2026-01-01T00:00:00Z'),
    removedAt: removedAt === undefined ? null : at(removedAt),
  })

test('R3.07 without a limit everything is zero and off, whatever devices there are', async () => {
  await addDevice()
  await addDevice('2026-11-20T10:00:00Z')
  expect(await limitAt('2026-11-21T10:00:00Z', 0)).toEqual({
    devices: 0,
    device_limit: 0,
    removal_limit: 0,
    removed_devices: 0,
    enabled: false,
  })
})

test('R6.03 devices in use and removals of this month are counted apart, only the reader’s own', async () => {
  const stranger = await makeReader({ db: database.db, clock: machineClock })
  await addDevice(undefined, stranger.id)
  await addDevice('2026-11-20T10:00:00Z', stranger.id)
  await addDevice()
  await addDevice()
  await addDevice('2026-11-20T10:00:00Z')
  await addDevice('2026-10-20T10:00:00Z')
  expect(await limitAt('2026-11-21T10:00:00Z')).toEqual({
    devices: 2,
    device_limit: 6,
    removal_limit: 3,
    removed_devices: 1,
    enabled: true,
  })
})

describe('R6.03 removals count from the first instant of the month in Bratislava', () => {
  test.each([
    // In winter Bratislava is an hour ahead of UTC, in summer two.
    ['winter', '2026-11-30T22:59:59.999Z', '2026-11-30T23:00:00Z'],
    ['summer', '2026-06-30T21:59:59.999Z', '2026-06-30T22:00:00Z'],
    ['the month of the change to summer time', '2027-03-31T21:59:59.999Z', '2027-03-31T22:00:00Z'],
    ['the month of the change to winter time', '2026-10-31T22:59:59.999Z', '2026-10-31T23:00:00Z'],
    ['the turn of the year', '2026-12-31T22:59:59.999Z', '2026-12-31T23:00:00Z'],
  ])('%s', async (_, lastInstant, firstInstant) => {
    await addDevice(lastInstant)
    expect((await limitAt(lastInstant)).removed_devices).toBe(1)
    expect((await limitAt(firstInstant)).removed_devices).toBe(0)
    await addDevice(firstInstant)
    expect((await limitAt(firstInstant)).removed_devices).toBe(1)
  })

  test('the month begins at midnight, not a month’s length ago', () => {
    expect(startOfMonth(at('2026-11-21T10:00:00Z')).toString()).toBe('2026-10-31T23:00:00Z')
    expect(startOfMonth(at('2026-10-31T23:00:00Z')).toString()).toBe('2026-10-31T23:00:00Z')
    expect(startOfMonth(at('2026-10-31T22:59:59.999Z')).toString()).toBe('2026-09-30T22:00:00Z')
  })
})
