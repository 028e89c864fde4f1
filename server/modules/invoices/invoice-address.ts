import type { AddressInput } from '#contract/addresses/addresses.ts'
import { personalGroups, type SubscriptionGroup } from '#contract/subscriptions/subscriptions.ts'

/** Whether an invoice to this address is a company's. Company numbers never come without a company name. */
export const namesCompany = (address: AddressInput): boolean => address.company_name !== null

/**
 * The address that a company's invoice can be made out to: the latest one of that company, with its number.
 *
 * @param companyId the company's number; null where it is not known, and any company's will do
 */
export const companyAmong = (own: readonly AddressInput[] = [], companyId: string | null = null) =>
  own.find(
    each =>
      namesCompany(each) && (companyId === null ? each.company_id !== null : each.company_id === companyId),
  )

/**
 * Whom a document is made out to (decision 049): of the reader's own addresses for invoices the latest that fits what was
 * bought. What is sold to people only never bears a company (R1.22); what a company bought bears that company, also when
 * its administrator has a private address beside.
 *
 * @param own of the reader, the one that was changed last first
 * @param ordered the company's, as the order knew it
 * @returns undefined when there is none: the reader is then known by name and e-mail only
 */
export function chooseInvoiceAddress(
  product: { group: SubscriptionGroup; audience: string },
  own: readonly AddressInput[],
  ordered: AddressInput | null,
): AddressInput | undefined {
  if (personalGroups.has(product.group)) return own.find(each => !namesCompany(each))
  if (product.audience !== 'company') return own[0]
  if (ordered) return own.find(each => each.company_id === ordered.company_id) ?? ordered
  return own.find(namesCompany) ?? own[0]
}
