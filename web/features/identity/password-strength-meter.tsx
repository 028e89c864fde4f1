import { useEffect, useEffectEvent, useState } from 'react'
import { useAfterPress } from '#web/lib/forms/use-after-press.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import styles from './password-strength-meter.module.css'

type Gauge = {
  passwordStrength: (password: string) => number
  isCommonPassword: (password: string) => boolean
}

/** By strength, from 0 to 4 (R5.04). */
const names = ['very_weak', 'very_weak', 'weak', 'good', 'strong'] as const

/**
 * Strength of the password while typing; the estimator is loaded with the first letter. Nothing moves the button below away
 * from under a press: the meter is there from the beginning, and the line about a common password waits for its end.
 */
export function PasswordStrengthMeter({ password }: { password: string }) {
  const t = useT()
  const gauge = useGauge(password !== '')
  const known = password === '' ? undefined : gauge
  const strength = known?.passwordStrength(password)
  const name = strength === undefined ? undefined : (names[strength] ?? 'very_weak')
  return (
    <div className={styles.meter}>
      <div className={styles.bar} data-strength={strength} aria-hidden="true">
        {[1, 2, 3, 4].map(step => (
          <span
            key={step}
            className={styles.step}
            data-reached={strength !== undefined && step <= Math.max(1, strength)}
          />
        ))}
      </div>
      <p className={styles.text} role="status">
        {name && <RichText id="password.strength" values={{ strength: t(`password.strength.${name}`) }} />}
      </p>
      {known?.isCommonPassword(password) && <p className={styles.text}>{t('error.password_common')}</p>}
    </div>
  )
}

/** Optional: if loading fails, the rules and the server still validate. */
function useGauge(wanted: boolean): Gauge | undefined {
  const [gauge, setGauge] = useState<Gauge>()
  const afterPress = useEffectEvent(useAfterPress())
  useEffect(() => {
    if (!wanted) return
    import('./password-gauge.ts').then(
      loaded => afterPress(() => setGauge(loaded)),
      () => undefined,
    )
  }, [wanted])
  return gauge
}
