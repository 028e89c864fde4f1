import { describe, expect, it } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { followClock, machineClock, movableClock } from './clock.ts'
import { openNotifications } from './database/notifications.ts'
import { createLog } from './telemetry/log.ts'

describe('the clock that can be moved', () => {
  const database = openForFile(createTestDatabase)

  it('moves by calendar lengths in the publisher’s time zone and back again', async () => {
    const clock = movableClock(database)
    const before = clock.now().toZonedDateTimeISO('Europe/Bratislava')
    const moved = await clock.advance(Temporal.Duration.from('P1Y1M'))
    const expected = before.add('P1Y1M')
    expect(moved.since(expected.toInstant()).abs().total('seconds')).toBeLessThan(5)
    const back = await clock.reset()
    expect(back.since(machineClock.now()).abs().total('seconds')).toBeLessThan(1)
  })

  it('moves in every process that follows it', async () => {
    const mover = movableClock(database)
    const follower = movableClock(database)
    const notifications = openNotifications(database.url, createLog('silent'))
    const stop = await followClock(notifications, follower, () => undefined)
    await mover.advance(Temporal.Duration.from('P10D'))
    await expect.poll(() => mover.now().since(follower.now()).abs().total('seconds')).toBeLessThan(1)
    const late = movableClock(database)
    await late.reload()
    expect(mover.now().since(late.now()).abs().total('seconds')).toBeLessThan(1)
    stop()
    await notifications.close()
  })
})
