import { and, eq, inArray, sql } from 'drizzle-orm'
import { GatewayUnavailable } from '#server/gateways/payments/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import { withPatience } from '#server/platform/patience.ts'
import { openStates } from './payment-state.ts'
import type { PaymentRow, PaymentsDeps } from './payments-deps.ts'
import { type CheckoutPage, payments } from './tables.ts'

/**
 * Opens the gateway's page for a payment that was created. Asked again it is the same page, so whoever lost the
 * answer, or asked twenty times at once, asks again.
 *
 * @param page.keepsCard whether the card is kept to be charged later
 * @returns the page's address
 * @throws AppError `payment_gateway_unavailable`
 */
export async function openCheckout(
  deps: Pick<PaymentsDeps, 'db' | 'gateway' | 'log'>,
  payment: PaymentRow,
  page: CheckoutPage,
): Promise<string> {
  const url = await withPatience(deps, 'page of a payment', open(deps, payment, page)).catch(
    (error: unknown) => {
      if (!(error instanceof GatewayUnavailable)) throw error
    },
  )
  if (url === undefined) throw new AppError('payment_gateway_unavailable', { retryAfterS: 10 })
  return url
}

async function open(
  { db, gateway }: Pick<PaymentsDeps, 'db' | 'gateway'>,
  payment: PaymentRow,
  page: CheckoutPage,
): Promise<string> {
  if (payment.gatewayKey === null) throw new Error('A payment without a key has no page')
  const { keepsCard, ...shown } = await firstAsked(db, payment, page)
  const request = { ...shown, key: payment.gatewayKey, amountCents: payment.amountCents }
  const { reference, url } = await (payment.purpose === 'verification'
    ? gateway.setupCard(request)
    : gateway.createCheckout({ ...request, keepCard: keepsCard }))
  await db
    .update(payments)
    .set({ checkoutReference: reference, state: 'submitted' })
    // One that was settled meanwhile stays settled.
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'created')))
  return url
}

/**
 * What is asked for with a key is what was asked for first, whatever language the reader has changed to since, or
 * whatever the product is called now: a gateway refuses a key that comes with something else.
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
