import { useEffect, useRef } from 'react'
import { useT } from '#web/lib/texts/i18n.ts'
import { countdownText, useCountdown } from '#web/lib/use-countdown.ts'
import { announce } from '#web/ui/announcer.tsx'
import styles from './phone-part.module.css'

/** Countdown of the code's validity; only its end is announced to screen readers. */
export function CodeClock({ untilMs }: { untilMs: number }) {
  const t = useT()
  const seconds = useCountdown(untilMs)
  const told = useRef(false)
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver && !told.current) announce(t('phone.expired'))
    told.current = isOver
  }, [isOver, t])
  if (isOver) return t('phone.expired')
  return (
    <span role="timer" className={styles.clock}>
      {t('phone.valid_for', { time: countdownText(seconds) })}
    </span>
  )
}
