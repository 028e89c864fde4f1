import { useState } from 'react'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useIsStill } from '#web/lib/forms/use-is-still.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

type OneEmailProps = {
  /** Of the call that `add` sends. */
  schema: Parameters<typeof faultsOf>[0]
  add: (email: string) => Promise<unknown>
  label: string
  hint: string
  submitLabel: string
  onPress?: () => void
}

/** A form that adds one address to a list, then asks for another one. */
export function OneEmail(props: OneEmailProps) {
  const [added, setAdded] = useState(0)
  // A new key resets the form and its errors.
  return <Fresh key={added} {...props} isNext={added > 0} onAdded={() => setAdded(added + 1)} />
}

type FreshProps = OneEmailProps & {
  /** Not the first: it takes the focus. */
  isNext: boolean
  onAdded: () => void
}

function Fresh({ schema, add, isNext, onPress, onAdded, submitLabel, ...texts }: FreshProps) {
  const form = useForm({
    initial: { email: '' },
    check: values => faultsOf(schema, values),
    send: async ({ email }) => {
      await add(email)
      // The next one may be typed before this is known.
      if (isStill()) onAdded()
    },
  })
  const isStill = useIsStill(form.values.email)
  return (
    <Form
      {...form}
      onSubmit={event => {
        onPress?.()
        form.onSubmit(event)
      }}
      submitLabel={submitLabel}
      variant="secondary"
    >
      <Field
        {...form.field('email')}
        {...texts}
        type="email"
        autoComplete="off"
        required
        ref={isNext ? focus : undefined}
      />
    </Form>
  )
}

const focus = (input: HTMLInputElement | null) => input?.focus()
