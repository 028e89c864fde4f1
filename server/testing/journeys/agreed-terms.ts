import { type AgreedTerms, type OrderTerms, readOrderTerms } from '#contract/orders/order-terms.ts'
import type { TestBrowser } from '../setup/test-browser.ts'

/** What the buyer of an order agrees to who asks to begin at once; companies have no right of withdrawal. */
export async function agreedTerms(browser: Pick<TestBrowser, 'get'>, order: object): Promise<AgreedTerms> {
  const terms = (await browser.get(readOrderTerms.path)).json<OrderTerms>()
  const isCompany = 'product' in order && String(order.product).startsWith('company')
  return isCompany ? { terms_version: terms.version } : agreementTo(terms)
}

/** The same of a consumer, by the terms as they were answered. */
export const agreementTo = ({ version, withdrawal }: OrderTerms): AgreedTerms => ({
  terms_version: version,
  withdrawal_version: withdrawal.version,
  begin_at_once: true,
})
