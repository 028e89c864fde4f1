import { isHoliday } from '#server/modules/subscriptions/index.ts'
import { timeZone } from '#server/platform/clock.ts'
import type { Settings } from '#server/platform/settings.ts'

type Hours = NonNullable<Settings['helpDesk']['phone']>['hours']

/** Enough for a page that stays open over a week end. */
const told = 3
/** No holidays are longer. */
const lookAheadDays = 14

/**
 * When somebody is on the telephone next, in Bratislava; nobody is on holidays.
 *
 * @param now the first interval ends after it
 */
export function phoneOpenings(hours: Hours, now: Temporal.Instant): { from: string; to: string }[] {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  return Array.from({ length: lookAheadDays }, (_, days) => today.add({ days }))
    .filter(day => day.dayOfWeek >= hours.firstDay && day.dayOfWeek <= hours.lastDay && !isHoliday(day))
    .map(day => {
      const at = (minute: number) =>
        day
          .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from('00:00').add({ minutes: minute }) })
          .toInstant()
      return { from: at(hours.fromMinute), to: at(hours.toMinute) }
    })
    .filter(({ to }) => Temporal.Instant.compare(to, now) > 0)
    .slice(0, told)
    .map(({ from, to }) => ({ from: from.toString(), to: to.toString() }))
}
