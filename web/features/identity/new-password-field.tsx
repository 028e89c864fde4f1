import { passwordFaults, passwordRules } from '#contract/identity/password.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './new-password-field.module.css'
import { PasswordField } from './password-field.tsx'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'

type NewPasswordFieldProps = {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** Field for a new password; its rules (R5.03) are ticked off while typing. */
export function NewPasswordField({ value, onChange, error }: NewPasswordFieldProps) {
  const t = useT()
  const complete = value !== '' && passwordFaults(value).length === 0
  return (
    <>
      <PasswordField
        label={t('login.new_password')}
        hint={<Rules password={value} />}
        error={error}
        name="plain_password"
        autoComplete="new-password"
        value={value}
        onChange={onChange}
      />
      <PasswordStrengthMeter password={value} />
      <VisuallyHidden>
        <span role="status">{complete ? t('password.all_met') : ''}</span>
      </VisuallyHidden>
    </>
  )
}

/** Spans, since the field's hint is a paragraph. */
function Rules({ password }: { password: string }) {
  const t = useT()
  // The maximum length is shown only when exceeded.
  const rules = passwordRules.filter(rule => rule.key !== 'password_too_long' || !rule.holds(password))
  return (
    <span className={styles.rules}>
      {rules.map(({ key, holds }) => {
        const met = password !== '' && holds(password)
        return (
          <span key={key} className={styles.rule} data-met={met}>
            {t(`password.rule.${key}`)}
            {password !== '' && (
              <VisuallyHidden> ({t(met ? 'password.met' : 'password.unmet')}), </VisuallyHidden>
            )}
          </span>
        )
      })}
    </span>
  )
}
