import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Order } from '#contract/orders/orders.ts'
import type { Locale } from '#contract/wire.ts'
import { saveAddress } from '#server/modules/addresses/index.ts'
import { findOffered } from '#server/modules/companies/index.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { keepConsents, requireRequest } from '#server/modules/order-terms/index.ts'
import { createPayment, openCheckout, type PaymentsDeps } from '#server/modules/payments/index.ts'
import { grossPrice, orderWaits, plansFor } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { checkOrder, type OrderInput } from './check-order.ts'
import { describeOrder } from './describe-order.ts'
import { findInvoiced } from './find-invoiced.ts'
import { mailTransferRequested } from './order-mail.ts'
import { returnUrls } from './return-urls.ts'
import { findOrder, findOrderByRequest, findSoldProduct, type OrderRow } from './store.ts'
import { orders } from './tables.ts'

/**
 * Orders a product. Idempotent: the same idempotency key with the same request gives the same order, also concurrently;
 * without a key, so does an equal request while the order is pending.
 *
 * @param input.idempotencyKey the caller's idempotency key
 * @returns the order, with the page on which to pay, or with what a transfer needs
 * @throws AppError what `checkOrder` refuses, and `transfer_too_late`, `offer_changed`, `order_terms_changed`, `begin_at_once_required`,
 *   `address_limit_reached`, `idempotency_key_reused`, `return_url_not_allowed`, `payment_gateway_unavailable`,
 *   `user_anonymization_pending`, `too_many_requests`
 */
export async function createOrder(
  deps: PaymentsDeps,
  actor: Actor,
  input: OrderInput & { idempotencyKey: string | undefined; locale: Locale },
): Promise<Order> {
  const { idempotencyKey, locale, ...asked } = input
  const urls = returnUrls(deps.settings, asked.return_url)
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
  const requestKey = idempotencyKey === undefined ? `body:${requestHash}` : `key:${idempotencyKey}`
  const { userId } = actor
  const row =
    (await findRepeated(deps, userId, requestKey, requestHash)) ??
    (await deps.limiter.attempt([[limits.orders, userId]], () =>
      write(deps, actor, asked, { requestKey, requestHash }),
    ))
  return describeOrder(deps, await withCheckout(deps, row, urls, locale), locale)
}

async function findRepeated(
  { db }: { db: PaymentsDeps['db'] | Tx },
  userId: number,
  requestKey: string,
  requestHash: string,
): Promise<OrderRow | undefined> {
  const known = await findOrderByRequest(db, userId, requestKey)
  if (known && known.order.requestHash !== requestHash) throw new AppError('idempotency_key_reused')
  return known
}

async function write(
  deps: PaymentsDeps,
  actor: Actor,
  asked: OrderInput,
  request: { requestKey: string; requestHash: string },
): Promise<OrderRow> {
  const { userId } = actor
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const reader = await lockReader(tx, userId)
    // Concurrent equal requests: the first inserts, the rest read its row here.
    const repeated = await findRepeated({ db: tx }, userId, request.requestKey, request.requestHash)
    if (repeated) return repeated
    if (reader?.anonymizationRequestedAt) throw new AppError('user_anonymization_pending')
    const product = await findSoldProduct(tx, asked.product)
    const { shared } = asked
    const offered =
      shared &&
      (await findOffered(tx, deps, actor, { ...shared, productCode: asked.product, method: asked.method }))
    const invoiced = await findInvoiced(tx, userId, asked, offered)
    checkOrder(asked, product, invoiced, { now, sellsAbroad: deps.settings.sellsAbroad })
    const consents = keepConsents(deps.settings, asked.agreed, product.audience, now)
    const plans = isForReader(product) ? await plansFor(tx, deps, { userId, product }) : null
    const plan = plans && (consents.begin_at_once ? plans.atOnce : (plans.later ?? plans.atOnce))
    if (plan?.begins === 'instead') requireRequest(consents)
    const priceCents = offered?.priceCents ?? plan?.priceCents ?? grossPrice(product)
    // The price or plan shown may be stale: of another day, or of what the reader had then.
    if (asked.price && asked.price.amount !== priceCents) throw new AppError('offer_changed')
    if (asked.address) await saveAddress(tx, deps, userId, asked.address)
    const payment = await createPayment(tx, {
      userId,
      productCode: product.code,
      purpose: 'order',
      method: asked.method,
      amountCents: priceCents,
      at: now,
      gatewayKey: asked.method === 'card' ? randomUUID() : null,
    })
    const [order] = await tx
      .insert(orders)
      .values({
        ...request,
        userId,
        productCode: product.code,
        method: asked.method,
        state: 'waiting',
        priceCents,
        giftEmail: asked.gift?.email.toLowerCase() ?? null,
        giftDate: asked.gift?.date ?? null,
        giftName: asked.gift?.name ?? null,
        giftMessage: asked.gift?.message ?? null,
        sharedId: shared?.subscription_id ?? null,
        sharedAct: shared?.act ?? null,
        begins: plan?.begins ?? null,
        presentIds: plan?.present.map(each => each.id) ?? null,
        restUntil: offered?.restUntil ?? (plan?.isForTheRest ? plan.endsAt : null),
        address: asked.address ?? (product.audience === 'company' ? invoiced : null),
        buyerReference: asked.buyer_reference || null,
        consents,
        paymentId: payment.id,
        createdAt: now,
        expiresAt: now.add(orderWaits[asked.method]),
      })
      .returning({ id: orders.id })
    const row = order && (await findOrder(tx, userId, order.id))
    if (!row) throw new Error('An insert returned no row')
    if (asked.method === 'bank_transfer') await mailTransferRequested(tx, deps, row, plan?.present ?? [])
    return row
  })
}

/** Only a reader's own subscription relates to what the reader has; gifts and company packages do not. */
const isForReader = ({ audience }: { audience: string }) => audience === 'person' || audience === 'family'

/** Opened after the order is committed: a retry after a crash in between gets the same page. */
async function withCheckout(
  deps: PaymentsDeps,
  row: OrderRow,
  urls: ReturnType<typeof returnUrls>,
  locale: Locale,
): Promise<OrderRow> {
  const { order, product, reader, payment } = row
  if (order.method !== 'card' || order.state !== 'waiting' || order.checkoutUrl !== null) return row
  const checkoutUrl = await openCheckout(deps, payment, {
    description: localized(product, 'name', locale),
    locale,
    email: reader.email,
    keepsCard: product.renewsInto !== null,
    ...urls(order.id),
  })
  await deps.db.update(orders).set({ checkoutUrl }).where(eq(orders.id, order.id))
  return { ...row, order: { ...order, checkoutUrl } }
}
