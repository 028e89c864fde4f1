import { useLayoutEffect } from 'react'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
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
  useLayoutEffect(() => form.form.current?.querySelector('input')?.focus(), [form.form])
  return (
    <Form
      {...form}
      submitLabel={t('forum.ask')}
      variant="secondary"
      actions={
        <Button variant="quiet" onClick={onCancel}>
          {t('forum.keep')}
        </Button>
      }
    >
      <Field
        {...form.field(name)}
        {...input}
        label={t(`forum.${name}_new`)}
        hint={t(`forum.${name}_hint`)}
        spellCheck={false}
        required
      />
    </Form>
  )
}
