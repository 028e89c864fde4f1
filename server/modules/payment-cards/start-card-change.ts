import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type CardChange, verificationPrice } from '#contract/payment-cards/payment-cards.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { createPayment, openCheckout, type PaymentsDeps } from '#server/modules/payments/index.ts'
import { closeConfirmation, requireChangeableCard } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { describeChange } from './describe-change.ts'
import { type ChangeRow, findChange, findWaitingChange } from './store.ts'
import { cardChanges } from './tables.ts'

const lifeMinutes = 60

/**
 * Begins a change of the card by which a subscription renews (R1.03). Idempotent while one is pending: concurrent
 * requests, or a reader who comes back to it, get the same page.
 *
 * @param input.returnUrl where the gateway's page leads back
 * @throws AppError `subscription_not_found`, `recurrence_no_payment`, `recurrence_not_recurrent`,
 *   `return_url_not_allowed`, `payment_gateway_unavailable`, `user_anonymization_pending`, `too_many_requests`
 */
export async function startCardChange(
  deps: PaymentsDeps,
  actor: Actor,
  input: { subscriptionId: number; returnUrl: string },
): Promise<CardChange> {
  const returnUrl = new URL(input.returnUrl)
  if (!deps.settings.trustedOrigins.includes(returnUrl.origin)) {
    throw new AppError({ key: 'return_url_not_allowed', field: 'return_url' })
  }
  const row = await deps.limiter.attempt([[limits.cardChanges, actor.userId]], async () => {
    await closeConfirmation(deps, actor, input.subscriptionId)
    return begin(deps, actor, input.subscriptionId)
  })
  return describeChange(await withCheckout(deps, row, returnUrl))
}

async function begin(deps: PaymentsDeps, actor: Actor, subscriptionId: number): Promise<ChangeRow> {
  const { userId } = actor
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const reader = await lockReader(tx, userId)
    const productCode = await requireChangeableCard(tx, deps, actor, subscriptionId)
    const waiting = await findWaitingChange(tx, subscriptionId)
    if (waiting) return waiting
    if (reader?.anonymizationRequestedAt) throw new AppError('user_anonymization_pending')
    const payment = await createPayment(tx, {
      userId,
      productCode,
      purpose: 'verification',
      method: 'card',
      amountCents: verificationPrice.amount,
      at: now,
      gatewayKey: randomUUID(),
    })
    const [change] = await tx
      .insert(cardChanges)
      .values({
        userId,
        subscriptionId,
        state: 'waiting',
        paymentId: payment.id,
        createdAt: now,
        expiresAt: now.add({ minutes: lifeMinutes }),
      })
      .returning({ id: cardChanges.id })
    const row = change && (await findChange(tx, userId, change.id))
    if (!row) throw new Error('An insert returned no row')
    return row
  })
}

/** Opened after the change is committed: a retry after a crash in between gets the same page. */
async function withCheckout(deps: PaymentsDeps, row: ChangeRow, returnUrl: URL): Promise<ChangeRow> {
  const { change, reader, product, payment } = row
  if (change.checkoutUrl !== null) return row
  const leadingBack = (result: 'done' | 'left') => {
    const url = new URL(returnUrl)
    url.searchParams.set('card_change', String(change.id))
    url.searchParams.set('payment', result)
    return url.href
  }
  const name = localized(product, 'name', reader.locale)
  const checkoutUrl = await openCheckout(deps, payment, {
    description: reader.locale === 'sk' ? `Overenie karty, ${name}` : `Card verification, ${name}`,
    locale: reader.locale,
    email: reader.email,
    keepsCard: true,
    successUrl: leadingBack('done'),
    cancelUrl: leadingBack('left'),
  })
  await deps.db.update(cardChanges).set({ checkoutUrl }).where(eq(cardChanges.id, change.id))
  return { ...row, change: { ...change, checkoutUrl } }
}
