import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'

type EmailFieldProps = {
  /** The wire's name of the field. */
  name: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** The e-mail that a reader signs in with; password managers know it as the user name. */
export function EmailField({ name, value, onChange, error }: EmailFieldProps) {
  const t = useT()
  return (
    <Field
      label={t('login.email')}
      error={error}
      name={name}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
