import { changePhone } from '#contract/identity/change-user.ts'
import type { User } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import styles from './phone-part.module.css'

type NumberFormProps = {
  /** There is a number already, which stays until the new one is verified. */
  isChange: boolean
  /** Called with the updated reader, once the code has been sent. */
  onTaken: (user: User) => void
  onCancel: (() => void) | undefined
}

/** The number to which the code is sent (R5.07). */
export function NumberForm({ isChange, onTaken, onCancel }: NumberFormProps) {
  const t = useT()
  const params = useOwnParams()
  const form = useForm({
    initial: { phone_to_change: '' },
    check: values => faultsOf(changePhone.body, values),
    send: async body => onTaken(await call(changePhone, { params, body })),
  })
  return (
    <>
      {!isChange && <p className={styles.lead}>{t('phone.none')}</p>}
      <Form
        {...form}
        submitLabel={t('phone.send')}
        variant="secondary"
        cancel={onCancel && { label: t('settings.cancel'), onClick: onCancel }}
      >
        <Field
          {...form.field('phone_to_change')}
          label={t(isChange ? 'phone.new_number' : 'phone.number')}
          hint={t('phone.number_hint')}
          type="tel"
          autoComplete="tel"
          required
        />
      </Form>
    </>
  )
}
