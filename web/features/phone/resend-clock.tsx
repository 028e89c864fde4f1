import { serverTimeMs } from '#web/lib/server-time.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { retryText } from '#web/lib/texts/retry-text.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import styles from './phone-part.module.css'

/** Longer waits are shown as a time of day. */
const shortWaitS = 3600

/** When another code can be sent: a countdown, or a time of day. */
export function ResendClock({ untilMs }: { untilMs: number }) {
  const t = useT()
  const seconds = useCountdown(untilMs)
  if (seconds === 0) return null
  return (
    <p role="timer" className={styles.clock}>
      {seconds < shortWaitS
        ? t('phone.resend_in', { minutes: seconds < 60 ? 0 : Math.ceil(seconds / 60), seconds })
        : retryText(seconds, serverTimeMs())}
    </p>
  )
}
