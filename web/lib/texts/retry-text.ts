import { formatDate, formatDayAndMonth, formatTime } from './format.ts'
import { translate } from './i18n.ts'

const minuteMs = 60_000

/**
 * When to retry, as a text.
 *
 * @param seconds as the server said
 * @param nowMs the server's time when it said so, in milliseconds since 1970: not of each render
 */
export function retryText(seconds: number, nowMs: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes < 60) return translate('try_again.minutes', { minutes })
  const at = new Date(Math.ceil((nowMs + seconds * 1000) / minuteMs) * minuteMs).toISOString()
  const time = formatTime(at)
  const today = formatDate(at) === formatDate(new Date(nowMs).toISOString())
  return today
    ? translate('try_again.today', { time })
    : translate('try_again.later', { date: formatDayAndMonth(at), time })
}
