import * as activity from '#contract/activity/activity.ts'
import * as addresses from '#contract/addresses/addresses.ts'
import * as companies from '#contract/companies/companies.ts'
import * as familyRequests from '#contract/companies/family-requests.ts'
import * as seats from '#contract/companies/seats-and-documents.ts'
import * as health from '#contract/config/health.ts'
import * as runtimeConfig from '#contract/config/runtime-config.ts'
import * as coupons from '#contract/coupons/coupons.ts'
import * as devices from '#contract/devices/devices.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as faq from '#contract/faq/faq.ts'
import * as flags from '#contract/feature-flags/feature-flags.ts'
import * as follows from '#contract/follows/follows.ts'
import * as forum from '#contract/forum/forum.ts'
import * as giftOffers from '#contract/gifts/gift-offers.ts'
import * as gifts from '#contract/gifts/gifts.ts'
import * as changeUser from '#contract/identity/change-user.ts'
import * as externAuthServices from '#contract/identity/extern-auth-services.ts'
import * as google from '#contract/identity/google.ts'
import * as identity from '#contract/identity/identity.ts'
import * as linkedAccounts from '#contract/identity/linked-accounts.ts'
import * as providers from '#contract/identity/providers.ts'
import * as sessions from '#contract/identity/sessions.ts'
import * as invoices from '#contract/invoices/invoices.ts'
import * as layoutBlocks from '#contract/layout-blocks/layout-blocks.ts'
import * as newsletterLinks from '#contract/newsletters/mailed-links.ts'
import * as newsletters from '#contract/newsletters/newsletters.ts'
import * as unsubscribe from '#contract/newsletters/unsubscribe.ts'
import * as orderTerms from '#contract/orders/order-terms.ts'
import * as orders from '#contract/orders/orders.ts'
import * as products from '#contract/orders/products.ts'
import * as purchasePlan from '#contract/orders/purchase-plan.ts'
import * as paymentCards from '#contract/payment-cards/payment-cards.ts'
import * as payments from '#contract/payments/payments.ts'
import * as webhooks from '#contract/payments/webhooks.ts'
import * as phone from '#contract/phone/phone.ts'
import * as privacy from '#contract/privacy/anonymization.ts'
import * as recurrence from '#contract/recurrence/recurrence.ts'
import * as subscriptions from '#contract/subscriptions/subscriptions.ts'

/** The contract's files of calls. A missing file fails the description, and so the tests. */
const files: readonly object[] = [
  activity,
  addresses,
  companies,
  familyRequests,
  seats,
  health,
  runtimeConfig,
  coupons,
  devices,
  faq,
  flags,
  follows,
  forum,
  giftOffers,
  gifts,
  changeUser,
  externAuthServices,
  google,
  identity,
  linkedAccounts,
  providers,
  sessions,
  invoices,
  layoutBlocks,
  newsletterLinks,
  newsletters,
  unsubscribe,
  orderTerms,
  orders,
  products,
  purchasePlan,
  paymentCards,
  payments,
  webhooks,
  phone,
  privacy,
  recurrence,
  subscriptions,
]

/** What the contract's files export, with their names. */
export const exported: readonly (readonly [string, unknown])[] = files.flatMap(file => Object.entries(file))

const names = new Map(exported.map(([name, value]) => [value, name]))

/**
 * The name of a call's use case: as its definition is exported.
 *
 * @throws Error when its file is not in the list above
 */
export function nameOf(endpoint: Endpoint): string {
  const name = names.get(endpoint)
  if (name !== undefined) return name
  throw new Error(
    `${endpoint.method} ${endpoint.path} has no name: export it, and add its file to server/site/api-description/names.ts`,
  )
}
