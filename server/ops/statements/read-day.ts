import { dayOf } from '#server/platform/clock.ts'

/** A point in time, with its offset from UTC. */
const moment = /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:\d{2})$/

/**
 * A day as banks write it: `2026-11-21`, also with a time behind it, or `21.11.2026`. Of a point in time it is the day in the
 * publisher's calendar, which documents and VAT follow.
 *
 * @returns in the form 2026-11-21; undefined when it is none, or in the year 0, which PostgreSQL does not know
 */
export function readDay(text: string): string | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? []
  const written =
    year === undefined ? text.slice(0, 10) : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  try {
    const read = moment.test(text) ? dayOf(Temporal.Instant.from(text)) : Temporal.PlainDate.from(written)
    return read.year > 0 ? read.toString() : undefined
  } catch {
    return undefined
  }
}
