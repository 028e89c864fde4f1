import { customType } from 'drizzle-orm/pg-core'

/** A point in time: `timestamptz` in PostgreSQL, `Temporal.Instant` in code, never a local time. */
export const instant = customType<{ data: Temporal.Instant; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  toDriver: value => value.toString(),
  fromDriver: value => Temporal.Instant.from(value),
})
