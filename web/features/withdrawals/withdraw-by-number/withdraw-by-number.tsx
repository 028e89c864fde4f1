import { useState } from 'react'
import { withdrawByNumber } from '#contract/withdrawals/withdrawals.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
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
export function WithdrawByNumber({ number: given, onReceived }: WithdrawByNumberProps) {
  const t = useT()
  const [number, setNumber] = useState(given)
  const [email, setEmail] = useState('')
  const [isChecked, setChecked] = useState(false)
  const form = useSubmission(['order_number', 'email'], async () => {
    if (!isChecked) return setChecked(true)
    try {
      const { received_at: at } = await call(withdrawByNumber, { body: { order_number: number, email } })
      onReceived({ at, number: number.trim() })
    } catch (error) {
      // What is wrong is at a field of the first step.
      setChecked(false)
      throw error
    }
  })
  const fields = form.failure?.fields ?? {}
  if (isChecked) {
    return (
      <Form
        {...form}
        submitLabel={t('withdrawal.confirm')}
        actions={<Button onClick={() => setChecked(false)}>{t('withdrawal.back')}</Button>}
      >
        <p>{t('withdrawal.visitor_confirm', { order: number.trim(), email: email.trim() })}</p>
      </Form>
    )
  }
  return (
    <Form {...form} submitLabel={t('withdrawal.continue')}>
      <p>{t('withdrawal.visitor_lead')}</p>
      <Field
        label={t('withdrawal.number')}
        hint={t('withdrawal.number_hint')}
        error={fields['order_number']}
        name="order_number"
        inputMode="numeric"
        autoComplete="off"
        required
        value={number}
        onChange={event => setNumber(event.target.value)}
      />
      <Field
        label={t('withdrawal.email')}
        error={fields['email']}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
    </Form>
  )
}
