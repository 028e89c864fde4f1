import { longestPauseMonths } from '#contract/newsletters/pause-newsletters.ts'
import { laterDay } from '#web/lib/texts/later-day.ts'

/**
 * Days from which newsletters can be sent again, and the first and the last day that a reader may choose.
 *
 * @param today YYYY-MM-DD in the publisher's calendar, as are all days of the result
 */
export const pauseDays = (today: string) => ({
  first: laterDay(today, { days: 1 }),
  two_weeks: laterDay(today, { days: 14 }),
  month: laterDay(today, { months: 1 }),
  three_months: laterDay(today, { months: 3 }),
  last: laterDay(today, { months: longestPauseMonths }),
})
