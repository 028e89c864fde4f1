import type * as z from 'zod/mini'
import type { DeviceLimit } from '#contract/devices/device-limit.ts'
import type { Device } from '#contract/devices/devices.ts'
import { formatDate, formatDayAndMonth, formatTime } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'
import { daysAgo } from '#web/lib/texts/when-text.ts'

/** Up to this is „now“. */
const justNowMs = 5 * 60_000

/**
 * Used and allowed devices, and removals left this month (R3.07, R6.03).
 *
 * @returns undefined when the reader's subscription counts no devices
 */
export function describeLimit(limit: z.infer<typeof DeviceLimit>): string | undefined {
  if (!limit.enabled) return undefined
  const { devices, device_limit: allowed } = limit
  const left = Math.max(0, limit.removal_limit - limit.removed_devices)
  const use = devices > allowed ? 'devices.over' : 'devices.within'
  return [
    translate(use, { devices, limit: allowed }),
    left > 0 ? translate('devices.removals', { left }) : translate('devices.no_removals'),
  ].join(' ')
}

/**
 * What a device is, when it was last used, and whether it is shut out: `prehliadač · dnes o 7:12`.
 *
 * @param nowMs the server's time in milliseconds since 1970
 * @param isShutOut whether it is over the limit, so that it opens no locked content
 */
export function describeDevice(
  { type, last_activity: activity }: Device,
  nowMs: number,
  isShutOut = false,
): string {
  const parts = [translate(`devices.type.${type}`), lastActive(activity, nowMs)]
  return [...parts, ...(isShutOut ? [translate('devices.shut_out')] : [])].join(' · ')
}

function lastActive(activity: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(activity)
  if (agoMs < justNowMs) return translate('devices.active.now')
  const time = formatTime(activity)
  const days = daysAgo(activity, nowMs)
  if (days === 0) return translate('devices.active.today', { time })
  if (days === 1) return translate('devices.active.yesterday', { time })
  const date = days < 300 ? formatDayAndMonth(activity) : formatDate(activity)
  return translate('devices.active.on', { date })
}
