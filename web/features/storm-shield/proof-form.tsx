import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { requiredText } from '#contract/wire.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import type { ProofProps } from './proof-props.ts'

const Typed = z.object({ proof: requiredText(1000) })

type ProofFormProps = ProofProps &
  Pick<ComponentProps<typeof Field>, 'label' | 'type' | 'inputMode' | 'autoComplete'>

/** A challenge answered in one field. */
export function ProofForm({ onAnswer, onGiveUp, ...field }: ProofFormProps) {
  const t = useT()
  const form = useForm({
    initial: { proof: '' },
    check: values => faultsOf(Typed, values),
    send: async ({ proof }) => onAnswer(proof),
  })
  return (
    <Form
      {...form}
      submitLabel={t('proof.confirm')}
      actions={<Button onClick={onGiveUp}>{t('proof.give_up')}</Button>}
    >
      <Field {...form.field('proof')} {...field} spellCheck={false} required />
    </Form>
  )
}
