import type { Payment } from '#contract/payments/payments.ts'
import type { MessageKey } from '#locales/message-values.ts'
import { formatDate, formatMoney } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'

type PaymentRow = {
  /** Date paid or requested, amount, and method or outcome. */
  detail: string
  /** Documents; `label` is the accessible name with the payment. */
  documents: readonly { text: string; label: string; href: string }[]
  /** Link to pay, while it is waiting. */
  pay: { text: string; label: string; href: string } | undefined
  /** Refunds and where their money is. */
  refunds: readonly string[]
}

/** Groups consecutive failed attempts at the same payment; newest first. */
export function foldFailed(payments: readonly Payment[]): (readonly [Payment, ...Payment[]])[] {
  const folded: [Payment, ...Payment[]][] = []
  for (const payment of payments) {
    const former = folded.at(-1)
    if (former && isSameAttempt(former[0], payment)) former.push(payment)
    else folded.push([payment])
  }
  return folded
}

function isSameAttempt(former: Payment, payment: Payment): boolean {
  const isFailed = ({ state, method, receipt_url: receipt, invoice_url: invoice }: Payment) =>
    state === 'failed' && method !== 'bank_transfer' && receipt === null && invoice === null
  return (
    isFailed(former) &&
    isFailed(payment) &&
    former.product_name === payment.product_name &&
    former.method === payment.method &&
    former.price.amount === payment.price.amount
  )
}

/** Dates, amount and number of failed attempts: `2. – 5. marca 2027 · 89,90 € · 3 neúspešné pokusy`. */
export function describeFailed(attempts: readonly [Payment, ...Payment[]]): string {
  const [last] = attempts
  return [
    formatDays(attempts.at(-1)?.at ?? last.at, last.at),
    formatMoney(last.price),
    translate('documents.failed_attempts', { count: attempts.length }),
  ].join('\u00a0· ')
}

/** A range of days without repeated parts: `19. – 21. novembra 2026`. */
function formatDays(first: string, last: string): string {
  const [from, to] = [formatDate(first), formatDate(last)]
  if (from === to) return to
  const [words, others] = [from.split(/\s/), to.split(/\s/)]
  while (words.at(-1) === others.pop()) words.pop()
  return `${words.join('\u00a0')} – ${to}`
}

/** Describes a payment in the current language (R1.04). */
export function describePayment(payment: Payment): PaymentRow {
  const date = formatDate(payment.paid_on ?? payment.at)
  // What is given back is told with where it is: it may not have arrived.
  const outcome = payment.refunds.length > 0 ? outcomes.paid : outcomes[payment.state]
  const linkTo = (text: string, href: string, of: string) => ({
    text,
    href,
    label: translate('documents.link_for', { document: text, product: payment.product_name, date: of }),
  })
  const documents = [
    { text: translate('documents.invoice'), href: payment.invoice_url, of: date },
    { text: translate('documents.receipt'), href: payment.receipt_url, of: date },
    ...payment.refunds.map(({ credit_note_url: href, requested_at: at, price }) => ({
      text: translate('documents.credit_note'),
      href,
      // Of several by their sums too, which may be of one day.
      of: `${formatDate(at)}, ${formatMoney(price)}`,
    })),
  ]
  return {
    detail: [date, formatMoney(payment.price), translate(outcome, { method: payment.method })].join(
      '\u00a0· ',
    ),
    documents: documents.flatMap(({ text, href, of }) => (href === null ? [] : [linkTo(text, href, of)])),
    pay: payment.pay_url === null ? undefined : linkTo(translate('documents.pay'), payment.pay_url, date),
    refunds: payment.refunds.map(({ state, way, price, sent_at: sentAt }) =>
      translate('documents.refund', {
        state,
        way,
        price: formatMoney(price),
        day: sentAt === null ? '' : formatDate(sentAt),
      }),
    ),
  }
}

/** Outcome of a payment; each message has a form for each method. */
const outcomes = {
  created: 'documents.waiting',
  submitted: 'documents.waiting',
  unknown: 'documents.unknown',
  paid: 'documents.paid',
  failed: 'documents.failed',
  refunded: 'documents.refunded',
} as const satisfies Record<Payment['state'], MessageKey>
