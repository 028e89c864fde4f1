import { expect } from 'vitest'
import { timeZone } from '#server/platform/clock.ts'
import { findDaysTwice } from '../inspect/no-day-twice.ts'
import type { MoneyApp, MoneyReader } from '../setup/money-app.ts'

export const noAdsByTransfer = { product: 'premium_plus_1y', method: 'bank_transfer' }

/** Premium by card that renews, with so many days left. */
export function premiumFor(
  server: MoneyApp,
  { left, now = '2028-11-22T09:00:00Z' }: { left: number; now?: string },
) {
  server.clock.set(now)
  // Not of the clock, which goes on.
  const endsAt = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).add({ days: left })
  return server.subscribe({ startsAt: endsAt.subtract({ years: 1 }).toInstant(), endsAt: endsAt.toInstant() })
}

/** Periods that still last, without what was ended as soon as it had begun. */
export async function lastingPeriods(reader: MoneyReader) {
  const all = await reader.periods()
  return all.filter(each => each.startsAt.until(each.endsAt).total('seconds') > 60)
}

/** No day is paid twice for the same access, and one renewal at most goes on. */
export async function expectNoDayTwice(server: MoneyApp, reader: MoneyReader): Promise<void> {
  expect(await findDaysTwice(server, await lastingPeriods(reader), 1)).toEqual([])
  const running = (await reader.renewals()).filter(each => each.state === 'active')
  expect(running.length).toBeLessThanOrEqual(1)
}
