import type { Payment } from '#contract/payments/payments.ts'
import { formatDate, formatMoney } from '#web/lib/format.ts'
import { translate } from '#web/lib/i18n.ts'
import type { MessageKey } from '#web/lib/message-key.ts'

type PaymentRow = {
  /** When, how much, and how it was paid or what became of it. */
  detail: string
  /** Documents that can be opened; `label` says for those who listen which payment it belongs to. */
  documents: readonly { text: string; label: string; href: string }[]
}

/** Puts a payment into words of the language in use (R1.04). */
export function describePayment(payment: Payment): PaymentRow {
  const date = formatDate(payment.at)
  const documents = [
    { text: translate('documents.invoice'), href: payment.invoice_url },
    { text: translate('documents.receipt'), href: payment.receipt_url },
  ]
  return {
    detail: [
      date,
      formatMoney(payment.price),
      // Lines break between the parts only.
      translate(outcomes[payment.state], { method: payment.method }).replaceAll(' ', '\u00a0'),
    ].join(' · '),
    documents: documents.flatMap(({ text, href }) => {
      const label = translate('documents.link_for', { document: text, product: payment.product_name, date })
      return href === null ? [] : [{ text, label, href }]
    }),
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
