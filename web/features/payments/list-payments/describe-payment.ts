import type { Payment } from '#contract/payments/payments.ts'
import type { MessageKey } from '#locales/message-values.ts'
import { formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'

type PaymentRow = {
  /** When it was paid, or asked for while it is not; how much, and how it was paid or what became of it. */
  detail: string
  /** Documents that can be opened; `label` says for those who listen which payment it belongs to. */
  documents: readonly { text: string; label: string; href: string }[]
  /** Where it can be paid while it waits. */
  pay: { text: string; label: string; href: string } | undefined
}

/** Puts a payment into words of the language in use (R1.04). */
export function describePayment(payment: Payment): PaymentRow {
  const date = formatDate(payment.paid_on ?? payment.at)
  const documents = [
    { text: translate('documents.invoice'), href: payment.invoice_url },
    { text: translate('documents.receipt'), href: payment.receipt_url },
  ]
  const linkTo = (text: string, href: string) => ({
    text,
    href,
    label: translate('documents.link_for', { document: text, product: payment.product_name, date }),
  })
  return {
    detail: [
      date,
      formatMoney(payment.price),
      // Lines break between the parts only.
      translate(outcomes[payment.state], { method: payment.method }).replaceAll(' ', '\u00a0'),
    ].join('\u00a0· '),
    documents: documents.flatMap(({ text, href }) => (href === null ? [] : [linkTo(text, href)])),
    pay: payment.pay_url === null ? undefined : linkTo(translate('documents.pay'), payment.pay_url),
  }
}

/** What became of a payment; each message has a form for each way of paying. */
const outcomes = {
  created: 'documents.waiting',
  submitted: 'documents.waiting',
  unknown: 'documents.unknown',
  paid: 'documents.paid',
  failed: 'documents.failed',
  refunded: 'documents.refunded',
} as const satisfies Record<Payment['state'], MessageKey>
