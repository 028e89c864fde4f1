import { anonymizationRules } from '#contract/privacy/anonymization.ts'
import { dayOf } from '#web/lib/texts/format.ts'
import { laterDay } from '#web/lib/texts/later-day.ts'

/**
 * The day on which an account is deleted if that is asked for now, as the server counts it and the mail tells it.
 *
 * @param nowMs the server's time in milliseconds since 1970
 * @returns YYYY-MM-DD
 */
export const graceEnd = (nowMs: number): string =>
  laterDay(dayOf(nowMs), { days: anonymizationRules.graceDays })
