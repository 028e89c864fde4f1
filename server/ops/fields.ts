// Fields that several operations share in input or output.
import * as z from 'zod'

/** PostgreSQL's calendar has no year 0. */
const isInCalendar = (text: string) => !text.startsWith('0000')
const outOfCalendar = 'is in the year 0: choose a day of our era.'

/** A point in time, RFC 3339 in UTC. */
export const Instant = z.iso.datetime().refine(isInCalendar, outOfCalendar)

/** A calendar day, YYYY-MM-DD. */
export const Day = z.iso.date().refine(isInCalendar, outOfCalendar)

/** Id of a stored row. */
export const Id = z.int().positive().max(2_147_483_647)
