import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

type OneEmailProps = {
  /** Of the call that `add` sends. */
  schema: Parameters<typeof faultsOf>[0]
  add: (email: string) => Promise<unknown>
  label: string
  hint: string
  submitLabel: string
  /** Not the first: it takes the focus. */
  isNext: boolean
  onPress?: () => void
}

/** A form that adds one address to a list. A new key, one for each address, resets it and its errors. */
export function OneEmail({ schema, add, isNext, onPress, submitLabel, ...texts }: OneEmailProps) {
  const form = useForm({
    initial: { email: '' },
    check: values => faultsOf(schema, values),
    send: ({ email }) => add(email),
  })
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
