import { longestPauseMonths } from '#contract/newsletters/pause-newsletters.ts'

/**
 * Days from which newsletters can be sent again, and the first and the last day that a reader may choose.
 *
 * @param today YYYY-MM-DD in the publisher's calendar, as are all days of the result
 */
export const pauseDays = (today: string) => ({
  first: later(today, { days: 1 }),
  two_weeks: later(today, { days: 14 }),
  month: later(today, { months: 1 }),
  three_months: later(today, { months: 3 }),
  last: later(today, { months: longestPauseMonths }),
})

/** A month after 31 January is the last day of February, as on the server. */
function later(day: string, { months = 0, days = 0 }: { months?: number; days?: number }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const found = new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth) + days))
  return found.toISOString().slice(0, 10)
}
