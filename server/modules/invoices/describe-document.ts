import type { AddressInput } from '#contract/addresses/addresses.ts'
import type { Locale } from '#contract/wire.ts'
import { dayOf } from '#server/platform/clock.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { describeBuyer } from './describe-buyer.ts'
import type { DocumentContent, DocumentLine, Supplier } from './document-content.ts'
import { words } from './draw-document/words.ts'
import { servicePeriod } from './service-period.ts'
import type { PaidFor } from './store.ts'

/** The VAT in an amount that was paid for a product; passed in by the caller, who knows products. */
export type VatOf = (
  product: { priceCents: number; printCents: number },
  amountCents: number,
  day: Temporal.PlainDate,
) => Omit<DocumentLine, 'name' | 'quantity'>[]

/**
 * What the document of a payment says.
 *
 * @param facts.address whom it is made out to; without one the reader is known by name and e-mail only
 */
export function describeDocument(
  { payment, product, reader, order, currentReference, ...time }: PaidFor,
  facts: {
    supplier: Supplier
    vatOf: VatOf
    address: AddressInput | undefined
    issuedOn: Temporal.PlainDate
  },
): DocumentContent {
  const { supplier, vatOf, address, issuedOn } = facts
  const { locale } = reader
  // VAT becomes due on the day on which the money comes (Act 222/2004, § 19 (4)), however long after the order.
  const paidOn = payment.paidOn === null ? dayOf(payment.at) : Temporal.PlainDate.from(payment.paidOn)
  const giftLength = order?.giftEmail == null ? null : product.length
  return {
    locale,
    supplier,
    buyer: describeBuyer(reader, address, order?.buyerReference ?? currentReference),
    lines: nameLines(vatOf(product, payment.amountCents, paidOn), {
      name: localized(product, 'name', locale),
      quantity: product.audience === 'company' ? product.seats : 1,
      locale,
    }),
    grossCents: payment.amountCents,
    method: payment.method,
    variableSymbol: payment.variableSymbol,
    issuedOn: issuedOn.toString(),
    paidOn: paidOn.toString(),
    period: servicePeriod({ ...time, giftLength }, issuedOn),
    orderNumber: order ? String(order.id) : null,
    corrects: null,
  }
}

/** Names the parts: where a product has two rates, the second is the printed daily's. */
const nameLines = (
  parts: ReturnType<VatOf>,
  { name, quantity, locale }: { name: string; quantity: number; locale: Locale },
): DocumentLine[] =>
  parts.map((part, index) => {
    const say = words[locale]
    const which = index === 0 ? say.onTheWeb : say.printed
    const title = say.item.replace('{name}', name)
    return { name: parts.length === 1 ? title : `${title} – ${which}`, quantity, ...part }
  })
