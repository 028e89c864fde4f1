import type { ReactNode } from 'react'
import { type AgreedTerms, type OrderTerms, readOrderTerms } from '#contract/orders/order-terms.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { BeginAtOnce, TermsOverButton } from '#web/blocks/order-terms.tsx'
import { useToldAct } from '#web/blocks/told-act.ts'
import { invalidate, useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Form } from '#web/ui/form.tsx'

type PayAtOnceProps = {
  /** Label of the button, which names the sum. */
  label: string
  variant?: 'primary' | 'secondary'
  send: (agreed: AgreedTerms) => Promise<void>
  /** Further buttons after it. */
  actions?: ReactNode
}

/** The button of a change that is paid at once, under all that stands over the button of an order (R11.08). */
export function PayAtOnce(props: PayAtOnceProps) {
  const terms = useEndpoint(readOrderTerms, {})
  if (!terms.data) return <Awaited query={terms} shape="answer" count={2} />
  return <Agreed {...props} terms={terms.data} />
}

const request = 'agreed.begin_at_once'

function Agreed({ label, variant, send, actions, terms }: PayAtOnceProps & { terms: OrderTerms }) {
  const t = useT()
  const pay = useToldAct(send)
  const form = useForm({
    initial: { [request]: '' },
    // It takes the place of what runs, so it cannot wait until the time of withdrawal is over.
    check: values =>
      values[request] === 'yes' ? [] : [{ key: 'begin_at_once_required', field: request, message: '' }],
    send: async () => {
      try {
        await pay({
          terms_version: terms.version,
          withdrawal_version: terms.withdrawal.version,
          begin_at_once: true,
        })
      } catch (error) {
        // Refused terms have changed: refetched, so that the reader sees them before the next press.
        await invalidate(readOrderTerms)
        throw error
      }
    },
  })
  return (
    <Form {...form} submitLabel={label} {...(variant && { variant })} actions={actions}>
      <BeginAtOnce terms={terms} control={form.field(request)} />
      <p>{t('recurrence.how_to_stop')}</p>
      <TermsOverButton terms={terms} isConsumer />
    </Form>
  )
}
