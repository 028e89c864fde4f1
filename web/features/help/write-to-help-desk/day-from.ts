import { dayOf } from '#web/lib/texts/format.ts'
import { laterDay } from '#web/lib/texts/later-day.ts'

/**
 * `today`, `tomorrow`, else the weekday from `1` for Monday.
 *
 * @param nowMs the server's time in milliseconds since 1970
 * @param instant RFC 3339
 */
export function dayFrom(nowMs: number, instant: string): string {
  const day = dayOf(instant)
  const today = dayOf(nowMs)
  if (day === today) return 'today'
  if (day === laterDay(today, { days: 1 })) return 'tomorrow'
  return String(new Date(`${day}T12:00:00Z`).getUTCDay() || 7)
}
