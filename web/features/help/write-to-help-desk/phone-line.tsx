import { useEffect, useState } from 'react'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { serverTimeMs } from '#web/lib/server-time.ts'
import { formatTime } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { dayFrom } from './day-from.ts'

const minuteMs = 60_000

/** The telephone of the help desk, and whether somebody is there; nothing without one. */
export function PhoneLine() {
  const t = useT()
  const [nowMs, setNow] = useState(serverTimeMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTimeMs()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  const { help_phone: phone } = runtimeConfig()
  if (!phone) return null
  const next = phone.open.find(({ to }) => Date.parse(to) > nowMs)
  return (
    <p>
      {t('help.phone')}{' '}
      <TextLink href={`tel:${phone.number.replaceAll(/[^\d+]/g, '')}`}>{phone.number}</TextLink>
      {next && ` · ${saysWhen(next)}`}
    </p>
  )

  function saysWhen({ from, to }: { from: string; to: string }): string {
    if (Date.parse(from) <= nowMs) return t('help.phone_open', { time: formatTime(to) })
    return t('help.phone_closed', { day: dayFrom(nowMs, from), time: formatTime(from) })
  }
}
