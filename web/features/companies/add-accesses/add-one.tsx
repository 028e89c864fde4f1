import { useState } from 'react'
import { accessLinkDays, addAccesses, type SharedSubscription } from '#contract/companies/companies.ts'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { refreshAccesses, useSharedParams } from '../use-shared.ts'

type AddOneProps = { subscriptionId: number; kind: SharedSubscription['kind'] }

/** Gives an access to one address, then clears the field. */
export function AddOne({ subscriptionId, kind }: AddOneProps) {
  const t = useT()
  const [count, setCount] = useState(0)
  const [last, setLast] = useState<string>()
  return (
    <>
      <div role="status">
        {last !== undefined && (
          <Notice tone="good" live={false}>
            {t('companies.added', { email: last })}
          </Notice>
        )}
      </div>
      <OneForm
        // A new key resets the form and its errors.
        key={count}
        subscriptionId={subscriptionId}
        kind={kind}
        isNext={count > 0}
        // The confirmation is cleared on the next press, so that it never contradicts an error.
        onPress={() => setLast(undefined)}
        onAdded={email => {
          setCount(before => before + 1)
          setLast(email)
        }}
      />
    </>
  )
}

type OneFormProps = AddOneProps & {
  isNext: boolean
  onPress: () => void
  onAdded: (email: string) => void
}

function OneForm({ subscriptionId, kind, isNext, onPress, onAdded }: OneFormProps) {
  const t = useT()
  const params = useSharedParams(subscriptionId)
  const form = useForm({
    initial: { email: '' },
    check: values => faultsOf(addAccesses.body, values),
    send: async ({ email }) => {
      await call(addAccesses, { params, body: { email } })
      await refreshAccesses()
      onAdded(email.trim())
    },
  })
  return (
    <Form
      {...form}
      onSubmit={event => {
        onPress()
        form.onSubmit(event)
      }}
      submitLabel={t(kind === 'family' ? 'companies.add_submit.family' : 'companies.add_submit')}
      variant="secondary"
    >
      <Field
        {...form.field('email')}
        label={t('companies.email')}
        hint={t('companies.add_hint', { days: accessLinkDays })}
        type="email"
        autoComplete="off"
        required
        ref={isNext ? focus : undefined}
      />
    </Form>
  )
}

const focus = (input: HTMLInputElement | null) => input?.focus()
