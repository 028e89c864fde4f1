import { eq, sql } from 'drizzle-orm'
import { clockOffset } from './clock-table.ts'
import type { Database } from './database/database.ts'
import type { Notifications } from './database/notifications.ts'

/** The publisher's calendar: months, days and "1 year" are counted here (domain rule 2). */
export const timeZone = 'Europe/Bratislava'

/** The day in the publisher's calendar on which a moment falls. */
export const dayOf = (instant: Temporal.Instant): Temporal.PlainDate =>
  instant.toZonedDateTimeISO(timeZone).toPlainDate()

/** Source of the current time. No module asks the machine or the database. */
export type Clock = { now(): Temporal.Instant }

export const machineClock: Clock = {
  now: () => Temporal.Now.instant().round({ smallestUnit: 'millisecond', roundingMode: 'floor' }),
}

const channel = 'profil_clock'

/** A clock that can be set ahead, for the demo; the offset is in the database and shared by every process. */
export type MovableClock = Clock & {
  advance(length: Temporal.Duration): Promise<Temporal.Instant>
  reset(): Promise<Temporal.Instant>
  /** Reads the offset that another process may have set. */
  reload(): Promise<void>
}

/**
 * @param database where the offset is kept
 * @returns the machine's clock plus the kept offset; call `reload` before first use
 */
export function movableClock({ db }: Pick<Database, 'db'>): MovableClock {
  let offsetMs = 0
  const now = () => machineClock.now().add({ milliseconds: offsetMs })
  const store = async (value: number) => {
    await db
      .insert(clockOffset)
      .values({ offsetMs: value })
      .onConflictDoUpdate({ target: clockOffset.id, set: { offsetMs: value } })
    await db.execute(sql`select pg_notify(${channel}, '')`)
    offsetMs = value
    return now()
  }
  return {
    now,
    advance: length => {
      const target = now().toZonedDateTimeISO(timeZone).add(length).toInstant()
      return store(offsetMs + target.epochMilliseconds - now().epochMilliseconds)
    },
    reset: () => store(0),
    reload: async () => {
      const [row] = await db.select().from(clockOffset).where(eq(clockOffset.id, 1))
      offsetMs = row?.offsetMs ?? 0
    },
  }
}

/**
 * Reloads the offset whenever any process moves the clock.
 *
 * @param onFailure told when the offset can't be read; the clock then keeps the one that it knows
 * @returns a function that stops it
 */
export async function followClock(
  notifications: Notifications,
  clock: MovableClock,
  onFailure: (error: unknown) => void,
): Promise<() => void> {
  const stop = await notifications.listen(channel, () => void clock.reload().catch(onFailure))
  await clock.reload()
  return stop
}
