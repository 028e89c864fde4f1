import * as z from 'zod'
import { timeZone } from '#server/platform/clock.ts'

/** A point in time in a file: absolute, or relative to the moment of loading. */
export type FileTime = {
  isRelative: boolean
  /** @param now the moment of loading */
  at(now: Temporal.Instant): Temporal.Instant
}

const example = 'write it as 2026-03-14, 2026-03-14 09:30 or -P8M14D 09:30'

/** A time in a file, read in the calendar of Europe/Bratislava; demo/README.md has the forms. */
export const FileTime = parsed(`is not a time; ${example}.`, parseTime)

/** The month printed on a card, `2028-08` or a length from now such as `P1Y9M`; gives its last day. */
export const FileMonth = parsed('is not a month; write it as 2028-08.', text => {
  if (/^\d{4}-\d{2}$/.test(text)) {
    const month = Temporal.PlainYearMonth.from(text)
    return { isRelative: false, lastDayAt: (_now: Temporal.Instant) => lastDay(month) }
  }
  const length = Temporal.Duration.from(text)
  return {
    isRelative: true,
    lastDayAt: (now: Temporal.Instant) => lastDay(localDay(now).add(length).toPlainYearMonth()),
  }
})

/** A positive calendar length of days, weeks, months and years, such as `P1Y` or `P4W`. */
export const CalendarLength = parsed('is not a length; write it as P1Y or P4W.', text => {
  const length = Temporal.Duration.from(text)
  const { sign, hours, minutes, seconds } = length
  if (sign !== 1 || hours + minutes + seconds > 0) throw new RangeError(text)
  return text
})

const lastDay = (month: Temporal.PlainYearMonth) => month.toPlainDate({ day: month.daysInMonth }).toString()

const localDay = (now: Temporal.Instant) => now.toZonedDateTimeISO(timeZone).toPlainDate()

function parseTime(text: string): FileTime {
  const [day = '', time] = text.split(' ', 2)
  const plainTime = time === undefined ? '00:00' : checkedTime(time)
  const atTime = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone, plainTime }).toInstant()
  if (/^\d{4}-\d{2}-\d{2}$/.test(day)) {
    const { beginMs, isEven } = dayOfFile(day)
    const instant = isEven
      ? Temporal.Instant.fromEpochMilliseconds(beginMs + minutesOf(plainTime) * 60_000)
      : atTime(Temporal.PlainDate.from(day))
    return { isRelative: false, at: () => instant }
  }
  if (/^[+-]?P/.test(day)) {
    const length = Temporal.Duration.from(day)
    if (!day.includes('T')) return { isRelative: true, at: now => atTime(localDay(now).add(length)) }
    if (time !== undefined) throw new RangeError(text)
    return { isRelative: true, at: now => now.toZonedDateTimeISO(timeZone).add(length).toInstant() }
  }
  const instant = Temporal.Instant.from(text)
  return { isRelative: false, at: () => instant }
}

/** When a day begins, and whether it has no change to or from summer time. */
type Day = { beginMs: number; isEven: boolean }

const days = new Map<string, Day>()
/** Days that are remembered. */
const mostDays = 10_000

/** A day of the calendar; a file has the same ones again and again, and asking for the time zone's offset is slow. */
function dayOfFile(text: string): Day {
  const known = days.get(text)
  if (known) return known
  const begin = Temporal.PlainDate.from(text).toZonedDateTime(timeZone)
  const day = { beginMs: begin.epochMilliseconds, isEven: begin.hoursInDay === 24 }
  if (days.size >= mostDays) days.clear()
  days.set(text, day)
  return day
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function checkedTime(time: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) throw new RangeError(time)
  return time
}

/** Zod schema of a text that `parse` converts, or refuses by throwing. */
function parsed<T>(fault: string, parse: (text: string) => T) {
  return z.string().transform((text, context): T => {
    try {
      return parse(text)
    } catch {
      context.issues.push({ code: 'custom', message: fault, input: text })
      return z.NEVER
    }
  })
}
