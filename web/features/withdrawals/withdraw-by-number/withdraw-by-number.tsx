import { useLayoutEffect, useRef, useState } from 'react'
import { withdrawByNumber } from '#contract/withdrawals/withdrawals.ts'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'

type WithdrawByNumberProps = {
  /** Of the order, as the link in its mail has it. */
  number: string
  onReceived: (received: { at: string; number: string }) => void
}

/** Withdrawing without signing in (R11.07): the order's number and e-mail first, then the press that withdraws. */
export function WithdrawByNumber({ number, onReceived }: WithdrawByNumberProps) {
  const t = useT()
  const [isChecked, setChecked] = useState(false)
  const form = useForm({
    initial: { order_number: number, email: '' },
    check: values => faultsOf(withdrawByNumber.body, values),
    send: async body => {
      if (!isChecked) return setChecked(true)
      try {
        const { received_at: at } = await call(withdrawByNumber, { body })
        onReceived({ at, number: body.order_number.trim() })
      } catch (error) {
        // What is wrong is at a field of the first step.
        setChecked(false)
        throw error
      }
    },
  })
  const { order_number: order, email } = form.values
  if (isChecked) {
    return (
      // A form of its own: its button is not the one that was just pressed.
      <Form
        key="confirm"
        {...form}
        submitLabel={t('withdrawal.confirm')}
        actions={
          <Button busy={form.busy} onClick={() => setChecked(false)}>
            {t('withdrawal.back')}
          </Button>
        }
      >
        <Question text={t('withdrawal.visitor_confirm', { order: order.trim(), email: email.trim() })} />
      </Form>
    )
  }
  return (
    <Form key="fields" {...form} submitLabel={t('withdrawal.continue')}>
      <p>{t('withdrawal.visitor_lead')}</p>
      <Field
        label={t('withdrawal.number')}
        hint={t('withdrawal.number_hint')}
        inputMode="numeric"
        autoComplete="off"
        required
        {...form.field('order_number')}
      />
      <Field
        label={t('withdrawal.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.field('email')}
      />
    </Form>
  )
}

/** Takes the focus, so that it is read out before anything can be pressed. */
function Question({ text }: { text: string }) {
  const question = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => question.current?.focus(), [])
  return (
    <p ref={question} tabIndex={-1}>
      {text}
    </p>
  )
}
