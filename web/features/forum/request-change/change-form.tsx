import { useForm } from '#web/lib/forms/use-form.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import type { ChangePartProps } from './change-part-props.ts'

type ChangeFormProps = ChangePartProps & { onSent: () => Promise<void>; onCancel: () => void }

/** Form of a change request, validated by the contract's schema before it is sent. */
export function ChangeForm({ name, change, check, send, input, onSent, onCancel }: ChangeFormProps) {
  const t = useT()
  const form = useForm<string>({
    initial: { [name]: change?.state === 'requested' ? change.value : '' },
    check: values => check(values[name] ?? ''),
    send: async values => {
      await send(values[name] ?? '')
      await onSent()
    },
  })
  return (
    <Form
      {...form}
      submitLabel={t('forum.ask')}
      variant="secondary"
      cancel={{ label: t('forum.keep'), onClick: onCancel }}
    >
      <Field
        {...form.field(name)}
        {...input}
        label={t(`forum.${name}_new`)}
        hint={t(`forum.${name}_hint`)}
        spellCheck={false}
        autoFocus
        required
      />
    </Form>
  )
}
