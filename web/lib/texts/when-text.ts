import { dayOf, formatDate, formatDayAndMonth, formatTime } from './format.ts'
import { translate } from './i18n.ts'

/** Up to this is „now“. */
const justNowMs = 5 * 60_000
const dayMs = 86_400_000
/** Older dates have the year. */
const nearDays = 300

/**
 * Relative date and time: `dnes o 7:12`, `18. novembra o 9:05`.
 *
 * @param instant RFC 3339
 * @param nowMs the server's time in milliseconds since 1970
 */
export function whenText(instant: string, nowMs: number): string {
  if (nowMs - Date.parse(instant) < justNowMs) return translate('when.now')
  const time = formatTime(instant)
  const days = daysAgo(instant, nowMs)
  if (days === 0) return translate('when.today', { time })
  if (days === 1) return translate('when.yesterday', { time })
  const date = days < nearDays ? formatDayAndMonth(instant) : formatDate(instant)
  return translate('when.on', { date, time })
}

/** Number of midnights between, in the publisher's time zone. */
export function daysAgo(instant: string, nowMs: number): number {
  const midnight = (ms: number) => Date.parse(dayOf(ms))
  return (midnight(nowMs) - midnight(Date.parse(instant))) / dayMs
}
