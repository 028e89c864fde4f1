import { type ComponentProps, useState } from 'react'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

type PasswordFieldProps = Omit<
  ComponentProps<typeof Field>,
  'type' | 'after' | 'autoComplete' | 'onChange'
> & {
  autoComplete: 'current-password' | 'new-password'
  onChange: (value: string) => void
}

/** A password, with a button that shows what was typed. */
export function PasswordField({ onChange, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      onChange={event => onChange(event.target.value)}
      after={
        <Button variant="quiet" onClick={() => setShown(!shown)}>
          <RichText id={shown ? 'login.hide_password' : 'login.show_password'} />
        </Button>
      }
    />
  )
}
