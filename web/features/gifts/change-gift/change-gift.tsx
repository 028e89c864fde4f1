import { changeGift } from '#contract/gifts/change-gift.ts'
import { type Gift, listGifts } from '#contract/gifts/gifts.ts'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { invalidate } from '#web/lib/call/use-endpoint.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import styles from './change-gift.module.css'

/** Form to change a gift's address, with what that means for a link already mailed. */
export function ChangeGift({ gift, onDone }: { gift: Gift; onDone: () => void }) {
  const t = useT()
  const params = { ...useOwnParams(), id: String(gift.id) }
  const form = useForm<'email'>({
    initial: { email: gift.email },
    check: values => faultsOf(changeGift.body, values),
    send: async ({ email }) => {
      try {
        const changed = await call(changeGift, { params, body: { email } })
        showToast(t('gifts.was_changed', { email: changed.email }))
      } finally {
        // A refusal means stale data: refetch.
        await invalidate(listGifts)
      }
      onDone()
    },
  })
  return (
    <div className={styles.form}>
      <Form
        {...form}
        submitLabel={t('gifts.save')}
        variant="secondary"
        cancel={{ label: t('gifts.cancel'), onClick: onDone }}
      >
        <Field
          {...form.field('email')}
          label={t('gifts.new_email')}
          hint={t(gift.state === 'sent' ? 'gifts.new_email_hint.sent' : 'gifts.new_email_hint.planned')}
          type="email"
          autoComplete="off"
          autoFocus
          required
        />
      </Form>
    </div>
  )
}
