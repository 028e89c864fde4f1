import { useQuery } from '@tanstack/react-query'
import { listSubscriptions, type Subscription } from '#contract/subscriptions/subscriptions.ts'
import { readOptions } from '#web/lib/call/use-endpoint.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatDate, formatLastDay, formatTime } from '#web/lib/texts/format.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'

/**
 * What helps the help desk to answer: time, browser, window, language, account and running or coming subscriptions, a line
 * each.
 *
 * @returns undefined until the subscriptions are known; they are left out when they cannot be read
 */
export function useDetails(): string | undefined {
  const t = useT()
  const { id, email } = useProfile()
  const { data, isPending, fetchStatus } = useQuery({
    ...readOptions(listSubscriptions, { params: { userId: String(id) } }),
    enabled: id !== undefined,
  })
  if (id !== undefined && isPending && fetchStatus !== 'idle') return undefined
  const now = new Date(serverTimeMs()).toISOString()
  const { innerWidth, innerHeight, devicePixelRatio } = window
  const lines: [string, string][] = [
    [t('help.details.time'), `${formatDate(now)} ${formatTime(now)}`],
    [t('help.details.browser'), navigator.userAgent],
    [t('help.details.window'), `${innerWidth} × ${innerHeight} (${devicePixelRatio})`],
    [t('help.details.language'), `${currentLocale()}, ${navigator.language}`],
    [t('help.details.version'), runtimeConfig().version],
    [t('help.details.account'), id === undefined ? t('help.details.signed_out') : `${email} (${id})`],
    ...(data?.items ?? [])
      .filter(({ state }) => state !== 'inactive')
      .map((each): [string, string] => [t('help.details.subscription'), inWords(each)]),
  ]
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n')

  function inWords({ id: own, type, period, recurrence }: Subscription): string {
    const renews = recurrence.state === 'on' ? t('help.details.renews') : t('help.details.does_not_renew')
    return `${type.name} (${own}), ${formatDate(period.from)} – ${formatLastDay(period.to)}, ${renews}`
  }
}
