import type { listSeatOffers as endpoint, SeatOffer } from '#contract/companies/seats-and-documents.ts'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import { abroadIn } from '#contract/orders/abroad.ts'
import type { Locale, Money } from '#contract/wire.ts'
import { companyAmong, findInvoiceAddresses } from '#server/modules/invoices/index.ts'
import {
  describeVat,
  endOfPeriod,
  grossPrice,
  orderWaits,
  readVatOf,
} from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { countUsed } from './access-store.ts'
import { requireAdministrator } from './require-administrator.ts'
import { findPackages, type SharedRow } from './store.ts'

/** How long before its end a subscription can be renewed; its number of seats changes as soon as that is paid. */
const renewalWindow = { hours: 60 * 24 }

type Product = Awaited<ReturnType<typeof findPackages>>[number]
type Offered = { product: Product; priceCents: number; until: Temporal.Instant; isByTransfer: boolean }

/**
 * What an administrator can order for a company's subscription, with prices: further seats till its end (prorated), and
 * the year that follows. The next year is offered only in packages with enough seats for the accesses given. Also says
 * whom the invoice would be made out to.
 *
 * @throws AppError `forbidden`
 */
export async function listSeatOffers(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  { subscriptionId, locale }: { subscriptionId: number; locale: Locale },
): Promise<EndpointAnswer<typeof endpoint>> {
  const shared = await requireAdministrator(deps, actor, subscriptionId)
  const now = deps.clock.now()
  const { more, renewal } = await findOffers(deps.db, shared, now)
  const vatOf = await readVatOf(deps.db)
  const addresses = await findInvoiceAddresses(deps.db, [actor.userId])
  const company = companyAmong(addresses.get(actor.userId), shared.companyId)
  // Where nothing is sold abroad, the order has to ask for another address (R11.05).
  const isSold = company && (deps.settings.sellsAbroad || abroadIn(company) === undefined)
  const describe = ({ product, priceCents, until, isByTransfer }: Offered): SeatOffer => ({
    product: { code: product.code, name: localized(product, 'name', locale) },
    seats: product.seats,
    price: { amount: priceCents, currency: 'EUR' },
    vat: vatOf(product, priceCents, dayOf(now)).map(describeVat),
    until: until.toString(),
    by_transfer: isByTransfer,
  })
  return {
    more: more.map(describe),
    renewal: renewal.map(describe),
    renewal_from: shared.endsAt.subtract(renewalWindow).toString(),
    invoice_to:
      isSold && company.company_name && company.company_id
        ? { company_name: company.company_name, company_id: company.company_id }
        : null,
    buyer_reference: shared.buyerReference,
  }
}

/**
 * Checks an order for an existing subscription against the present offer and its price.
 *
 * @returns the price in cents, the end till which seats are added, and the company's number, where known
 * @throws AppError `forbidden`, `product_not_sold` when it is not offered, `transfer_too_late` when the money might come after
 *   the end, `offer_changed` when its price is another
 */
export async function findOffered(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
  asked: {
    productCode: string
    method: 'card' | 'bank_transfer'
    subscription_id: number
    act: 'renew' | 'add_seats'
    price: Money
  },
): Promise<{ priceCents: number; restUntil: Temporal.Instant | null; companyId: string | null }> {
  const shared = await requireAdministrator({ db: tx }, actor, asked.subscription_id)
  const { more, renewal } = await findOffers(tx, shared, deps.clock.now())
  const offered = (asked.act === 'renew' ? renewal : more).find(
    each => each.product.code === asked.productCode,
  )
  if (!offered) throw new AppError({ key: 'product_not_sold', field: 'product' })
  if (asked.method === 'bank_transfer' && !offered.isByTransfer) {
    throw new AppError({ key: 'transfer_too_late', field: 'method' })
  }
  if (offered.priceCents !== asked.price.amount) throw new AppError('offer_changed')
  const { priceCents, until } = offered
  return { priceCents, restUntil: asked.act === 'add_seats' ? until : null, companyId: shared.companyId }
}

async function findOffers(db: Db | Tx, shared: SharedRow, now: Temporal.Instant) {
  if (shared.product.audience !== 'company') return { more: [], renewal: [] }
  const packages = await findPackages(db, shared.product.group)
  const used = (await countUsed(db, [shared.id])).get(shared.id) ?? 0
  const isOver = Temporal.Instant.compare(shared.endsAt, now) <= 0
  const isNear = Temporal.Instant.compare(shared.endsAt.subtract(renewalWindow), now) <= 0
  const begins = isOver ? now : shared.endsAt
  // Seats are for the days that are left: an order that may be paid after them is not taken.
  const isInTime = (method: keyof typeof orderWaits) =>
    Temporal.Instant.compare(now.add(orderWaits[method]), shared.endsAt) < 0
  const more: Offered[] = packages.map(product => ({
    product,
    priceCents: proratedPrice(product, now, shared.endsAt),
    until: shared.endsAt,
    isByTransfer: isInTime('bank_transfer'),
  }))
  const renewal: Offered[] = packages
    .filter(product => product.seats >= used)
    .map(product => ({
      product,
      priceCents: grossPrice(product),
      until: endOfPeriod(begins, product.length),
      isByTransfer: true,
    }))
  return { more: isInTime('card') ? more : [], renewal: isNear ? renewal : [] }
}

/**
 * Proration: the part of a package's price for the days left, today included.
 *
 * @returns cents, at least one
 */
export function proratedPrice(
  product: Pick<Product, 'priceCents' | 'length'>,
  now: Temporal.Instant,
  endsAt: Temporal.Instant,
): number {
  const last = dayOf(endsAt)
  const whole = last.subtract(product.length).until(last, { largestUnit: 'days' }).days
  const left = Math.max(1, dayOf(now).until(last, { largestUnit: 'days' }).days)
  return Math.max(1, Math.round((grossPrice(product) * left) / whole))
}
