import { eq } from 'drizzle-orm'
import { type ChargeResult, GatewayUnavailable } from '#server/gateways/payments/port.ts'
import { ofResult, type PaymentsDeps, settlePayment } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ClaimedRenewal } from './claim-renewals.ts'
import { grossPrice } from '../price.ts'
import { findCardToken, lockCharge } from './store.ts'
import { recurringProfiles } from '../tables.ts'

/** How long a charge whose result is not known waits before the gateway is asked again. */
const askAgainS = 20

/**
 * Charges one renewal that this worker has claimed. The plan and the payment are read again under their locks, which
 * are held until the result is written: nobody stops, moves or charges it meanwhile. Whatever happens to this process,
 * the payment with its key is in the database before the gateway hears of it.
 *
 * @returns what became of it; `skipped` when there was nothing to charge any more
 */
export async function chargeRenewal(
  deps: PaymentsDeps,
  claimed: ClaimedRenewal,
): Promise<'settled' | 'unknown' | 'skipped'> {
  return deps.db.transaction(async tx => {
    const row = await lockCharge(tx, claimed.renewalId, claimed.paymentId)
    if (!row) return 'skipped'
    const { payment, renewal } = row
    if (payment.state !== 'submitted' && payment.state !== 'unknown') return 'skipped'
    // Stopped, put off or changed since it was claimed; the gateway never heard of it.
    const result =
      claimed.isFresh && !isAsClaimed(row, deps.clock.now())
        ? 'stopped'
        : await askGateway(tx, deps, row, claimed.isFresh)
    if (result === 'stopped') {
      await settlePayment(tx, deps, payment.id, { state: 'failed', failure: 'stopped' })
      await release(tx, renewal.id)
      return 'skipped'
    }
    const settlement = result === 'unknown' ? undefined : ofResult(payment, result)
    if (!settlement || settlement.state === 'unknown') {
      await settlePayment(tx, deps, payment.id, { state: 'unknown' })
      await putOff(tx, deps, renewal.id)
      return 'unknown'
    }
    await settlePayment(tx, deps, payment.id, settlement)
    return 'settled'
  })
}

type LockedCharge = NonNullable<Awaited<ReturnType<typeof lockCharge>>>

const isAsClaimed = ({ renewal, nextProduct, payment }: LockedCharge, now: Temporal.Instant): boolean =>
  renewal.state === 'active' &&
  Temporal.Instant.compare(renewal.chargeAt, now) <= 0 &&
  renewal.cardId === payment.cardId &&
  nextProduct.code === payment.productCode &&
  grossPrice(nextProduct) === payment.amountCents

/** One that may have been asked for before is looked for first; a gateway remembers keys for a time only. */
async function askGateway(
  tx: Tx,
  { gateway, log }: Pick<PaymentsDeps, 'gateway' | 'log'>,
  { renewal, nextProduct, reader, payment }: LockedCharge,
  isFresh: boolean,
): Promise<ChargeResult | 'unknown' | 'stopped'> {
  const { gatewayKey: key, cardId, amountCents } = payment
  const cardToken = cardId === null ? undefined : await findCardToken(tx, cardId)
  if (key === null || cardToken === undefined) throw new Error('A renewal was claimed without a card')
  try {
    if (!isFresh) {
      const found = await gateway.findCharge({ key, cardToken })
      if (found.state !== 'none') return found
      // It was stopped while nobody knew: it is not asked for any more.
      if (renewal.state !== 'active') return 'stopped'
    }
    const description = reader.locale === 'sk' ? nextProduct.nameSk : nextProduct.nameEn
    return await gateway.chargeOffSession({ key, cardToken, amountCents, description })
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    log.warn({ err: error, paymentId: payment.id }, 'gateway does not answer')
    return 'unknown'
  }
}

const putOff = (tx: Tx, { clock }: Pick<PaymentsDeps, 'clock'>, renewalId: number): Promise<unknown> =>
  tx
    .update(recurringProfiles)
    .set({ claimedUntil: clock.now().add({ seconds: askAgainS }) })
    .where(eq(recurringProfiles.id, renewalId))

const release = (tx: Tx, renewalId: number): Promise<unknown> =>
  tx
    .update(recurringProfiles)
    .set({ paymentId: null, claimedUntil: null })
    .where(eq(recurringProfiles.id, renewalId))
