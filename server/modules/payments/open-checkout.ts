import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { GatewayUnavailable, KeyReused } from '#server/gateways/payments/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import { withTimeout } from '#server/platform/timeout.ts'
import { openStates } from './payment-state.ts'
import type { PaymentRow, PaymentsDeps } from './payments-deps.ts'
import { type CheckoutPage, payments } from './tables.ts'

/**
 * Opens the gateway's page for a payment. Idempotent: a retry after a lost response, or concurrent calls, get the same
 * page. One that opens after its payment was given up is closed instead.
 *
 * @param page.keepsCard whether the card is stored to be charged later
 * @returns the page's address
 * @throws AppError `payment_gateway_unavailable`
 */
export async function openCheckout(
  deps: Pick<PaymentsDeps, 'db' | 'gateway' | 'log'>,
  payment: PaymentRow,
  page: CheckoutPage,
): Promise<string> {
  const url = await withTimeout(deps, 'page of a payment', open(deps, payment, page)).catch(
    (error: unknown) => {
      if (!(error instanceof GatewayUnavailable || error instanceof KeyReused)) throw error
    },
  )
  if (url === undefined) throw new AppError('payment_gateway_unavailable', { retryAfterS: 10 })
  return url
}

async function open(
  { db, gateway }: Pick<PaymentsDeps, 'db' | 'gateway'>,
  payment: PaymentRow,
  page: CheckoutPage,
): Promise<string | undefined> {
  if (payment.gatewayKey === null) throw new Error('A payment without a key has no page')
  const { keepsCard, ...shown } = await firstAsked(db, payment, page)
  const request = { ...shown, key: payment.gatewayKey, amountCents: payment.amountCents }
  const { reference, url } = await (payment.purpose === 'verification'
    ? gateway.setupCard(request)
    : gateway.createCheckout({ ...request, keepCard: keepsCard }))
  // A concurrent call may have opened the same page.
  const isSame = and(eq(payments.state, 'submitted'), eq(payments.checkoutReference, reference))
  const [opened] = await db
    .update(payments)
    .set({ checkoutReference: reference, state: 'submitted' })
    .where(and(eq(payments.id, payment.id), or(eq(payments.state, 'created'), isSame)))
    .returning({ id: payments.id })
  if (opened) return url
  // Race: the payment was given up meanwhile, so what is paid on its page would be for nothing.
  await gateway.closeCheckout(reference)
  return undefined
}

/**
 * A retry sends the first request's body again, even if the reader's language or the product's name has changed since: a
 * gateway refuses an idempotency key with another body.
 */
async function firstAsked(
  db: PaymentsDeps['db'],
  { id }: PaymentRow,
  page: CheckoutPage,
): Promise<CheckoutPage> {
  const [asked] = await db
    .update(payments)
    .set({ checkoutRequest: sql`coalesce(${payments.checkoutRequest}, ${JSON.stringify(page)}::jsonb)` })
    .where(and(eq(payments.id, id), inArray(payments.state, [...openStates])))
    .returning({ request: payments.checkoutRequest })
  if (!asked?.request) throw new AppError('payment_gateway_unavailable', { retryAfterS: 10 })
  return asked.request
}
