import { changePassword } from '#contract/identity/change-user.ts'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Form } from '#web/ui/form.tsx'
import { forgottenPasswordAddress } from '../forgotten-password-address.ts'
import { HiddenUsername } from '../hidden-username.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import { PasswordField } from '../password-field.tsx'
import styles from './change-password-form.module.css'

type ChangePasswordFormProps = {
  /** The account's e-mail, for password managers. */
  email: string
  /** Called after the password was changed and all sessions ended. */
  onDone: () => void
}

/** Form: the current password and a new one (R1.09, R5.03, R5.04). */
export function ChangePasswordForm({ email, onDone }: ChangePasswordFormProps) {
  const t = useT()
  const params = useOwnParams()
  const form = useForm({
    initial: { current_password: '', plain_password: '' },
    check: values => faultsOf(changePassword.body, values),
    send: async body => {
      await call(changePassword, { params, body })
      onDone()
    },
  })
  const current = form.field('current_password')
  return (
    <Form {...form} submitLabel={t('password_change.submit')} variant="secondary">
      <p className={styles.lead}>{t('password_change.lead')}</p>
      <HiddenUsername email={email} />
      <div>
        <PasswordField
          {...current}
          label={t('password_change.current')}
          autoComplete="current-password"
          onChange={value => form.setValue('current_password', value)}
        />
        <p className={styles.forgotten}>
          <RichText id="password_change.forgotten" links={{ link: forgottenPasswordAddress() }} />
        </p>
      </div>
      <NewPasswordField
        value={form.values.plain_password}
        onChange={value => form.setValue('plain_password', value)}
        error={form.field('plain_password').error}
      />
    </Form>
  )
}
