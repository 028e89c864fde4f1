// Fields that several operations share in input or output.
import * as z from 'zod'
import { withoutFullStop } from './load/fields.ts'
import { refusal } from './operation.ts'

/** PostgreSQL's calendar has no year 0. */
const isInCalendar = (text: string) => !text.startsWith('0000')
const outOfCalendar = 'is in the year 0: choose a day of our era.'

/** A point in time, RFC 3339 in UTC. */
export const Instant = z.iso.datetime().refine(isInCalendar, outOfCalendar)

/** A calendar day, YYYY-MM-DD. */
export const Day = z.iso.date().refine(isInCalendar, outOfCalendar)

/** Id of a stored row. */
export const Id = z.int().positive().max(2_147_483_647)

/** How many rows of a list. @param what in the plural */
export const mostOf = (what: string, usual = 50) =>
  z.int().min(1).max(500).default(usual).describe(`most ${what}`)

/** A page of a list, newest first. @param what in the plural */
export const pageOf = (what: string) => ({
  limit: mostOf(what),
  before: Id.optional().describe(`only ${what} older than the one with this id`),
})

/** Why, as the reader is told in both languages: in a sentence of ours, which has its own full stop. */
const Reason = z.string().trim().overwrite(withoutFullStop).min(3).max(300).optional()
export const reasonFields = {
  reason_sk: Reason.describe('why, as the reader is told in Slovak'),
  reason_en: Reason.describe('the same in English'),
}

/** @throws AppError `operation_refused` for a reason in one language only */
export function reasonIn({ reason_sk: sk, reason_en: en }: z.output<z.ZodObject<typeof reasonFields>>) {
  if (sk !== undefined && en !== undefined) return { sk, en }
  if (sk === en) return undefined
  throw refusal('Give the reason in both languages, or none.', sk === undefined ? 'reason_sk' : 'reason_en')
}
