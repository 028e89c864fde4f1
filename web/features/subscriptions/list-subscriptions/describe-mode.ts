import type { SetMode } from '#web/lib/service-mode.ts'
import { dayOf, formatDayAndMonth, formatTime } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'
import type { Sentence } from './sentence.ts'

/**
 * What a service mode means for readers, and until when, if staff know.
 *
 * @param nowMs the server's time in milliseconds since 1970
 */
export function describeMode({ name, until }: SetMode, nowMs: number): { title: Sentence; text: Sentence } {
  const values =
    until === null ? { isKnown: 'no', when: '' } : { isKnown: 'yes', when: dayAndTime(until, nowMs) }
  return name === 'read_only'
    ? {
        title: { id: 'subscriptions.notice.read_only' },
        text: { id: 'subscriptions.notice.read_only_text', values },
      }
    : {
        title: { id: 'subscriptions.notice.maintenance' },
        text: { id: 'subscriptions.notice.maintenance_text', values },
      }
}

function dayAndTime(instant: string, nowMs: number): string {
  const time = formatTime(instant)
  return dayOf(instant) === dayOf(nowMs)
    ? translate('when.today', { time })
    : translate('when.on', { date: formatDayAndMonth(instant), time })
}
