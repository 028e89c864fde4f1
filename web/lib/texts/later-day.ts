/**
 * A day of the calendar that comes so many months and days after another one. A day is not 24 hours: twice a year the
 * clock is changed.
 *
 * @param day YYYY-MM-DD, as is the result; a month after 31 January is the last day of February, as on the server
 */
export function laterDay(day: string, { months = 0, days = 0 }: { months?: number; days?: number }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const found = new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth) + days))
  return found.toISOString().slice(0, 10)
}
