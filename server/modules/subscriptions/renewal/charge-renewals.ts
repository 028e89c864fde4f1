import { eq } from 'drizzle-orm'
import {
  type ChargeResult,
  GatewayUnavailable,
  KeyReused,
  type TakenFor,
} from '#server/gateways/payments/port.ts'
import {
  ofResult,
  type PaymentsDeps,
  queueRefresh,
  settlePaid,
  settlePayment,
} from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { holdConnection } from '#server/platform/database/held-connection.ts'
import { createCounter } from '#server/platform/telemetry/metrics.ts'
import { recurringProfiles } from '../tables.ts'
import { paidBy } from './charge-key.ts'
import type { ClaimedRenewal } from './claim-renewals.ts'
import { priceOfRenewal } from './renewal-price.ts'
import { type LockedCharge, lockCharges } from './store.ts'

/**
 * Backoff: how long a charge with an unknown result waits before the gateway is asked again: half of the time for which it
 * has been unknown, so each wait is longer than the one before. A gateway may replay an error for its key for a day.
 */
const askAgainS = { least: 20, most: 3600 }

const countRenewals = createCounter(
  'profil_renewals_total',
  'Renewals that this process asked the gateway for.',
  ['outcome'],
)

/** Counts of settled charges and of unknown results; the rest had nothing to charge. */
export type Charged = { settled: number; unknown: number }

/**
 * Charges renewals that this worker has claimed, as a batch in one transaction: writing all results costs little more
 * than writing one. The plans and the payments are read again under row locks, held until the results are written, so
 * that they are not stopped, moved or charged meanwhile. Crash-safe: the payments with their idempotency keys are
 * committed before the gateway is called.
 *
 * @param isWanted whether one that the gateway never got is charged; else it is given up
 */
export async function chargeRenewals(
  deps: PaymentsDeps,
  claimed: readonly ClaimedRenewal[],
  isWanted: (charge: LockedCharge, now: Temporal.Instant) => boolean = isAsClaimed,
): Promise<Charged> {
  const fresh = new Set(claimed.filter(each => each.isFresh).map(each => each.paymentId))
  const { failed, ...charged } = await holdConnection(deps.db, 'charges', async tx => {
    const locked = await lockCharges(
      tx,
      claimed.map(each => each.paymentId),
    )
    const open = locked.filter(({ payment }) => payment.state === 'submitted' || payment.state === 'unknown')
    const wanted = new Set(open.filter(charge => isWanted(charge, deps.clock.now())))
    const taken = await findTaken(deps, wanted)
    const results = await Promise.all(
      open.map(async charge => ({
        charge,
        result: await ask(deps, charge, {
          taken,
          isFresh: fresh.has(charge.payment.id),
          isWanted: wanted.has(charge),
        }),
      })),
    )
    const charged = { settled: 0, unknown: 0, failed: 0 }
    const paid: Parameters<typeof settlePaid>[2][number][] = []
    for (const { charge, result } of results) {
      const { payment, renewal } = charge
      const settlement = typeof result === 'string' ? undefined : ofResult(payment, result)
      if (result === 'stopped') {
        await settlePayment(tx, deps, payment.id, { state: 'failed', failure: 'stopped' })
      } else if (settlement?.state === 'paid' && settlement.chargeReference !== null) {
        const { chargeReference, paidOn, isGivenBack } = settlement
        paid.push({ paymentId: payment.id, chargeReference, paidOn })
        if (isGivenBack) await queueRefresh(tx, deps, payment.id)
        charged.settled++
      } else if (settlement?.state === 'failed') {
        await settlePayment(tx, deps, payment.id, settlement)
        charged.settled++
        charged.failed++
      } else {
        await settlePayment(tx, deps, payment.id, { state: 'unknown' })
        await putOff(tx, deps, renewal.id, payment.at)
        charged.unknown++
      }
    }
    await settlePaid(tx, deps, paid)
    return charged
  })
  countRenewals({ outcome: 'charged' }, charged.settled - failed)
  countRenewals({ outcome: 'failed' }, failed)
  countRenewals({ outcome: 'unknown' }, charged.unknown)
  return charged
}

/**
 * Dedupe: charges that the gateway has taken already for the same periods under any key, e.g. for an installation of
 * which this one is a restored backup, or under an expired key. One call for a batch. Undefined when it does not answer.
 */
async function findTaken(
  { gateway, log }: Pick<PaymentsDeps, 'gateway' | 'log'>,
  wanted: ReadonlySet<LockedCharge>,
): Promise<ReadonlyMap<string, TakenFor> | undefined> {
  if (wanted.size === 0) return new Map()
  try {
    return await gateway.findTakenFor([...wanted].map(({ payment }) => paidBy(payment.gatewayKey ?? '')))
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    log.warn({ err: error }, 'gateway does not answer')
    return undefined
  }
}

type Known = { taken: Awaited<ReturnType<typeof findTaken>>; isFresh: boolean; isWanted: boolean }

/**
 * Retry: a charge that may have been sent before is looked up first, since idempotency keys expire at the gateway. One
 * that the gateway never got and that is no longer wanted as it was is not sent, nor one that it has already taken.
 */
async function ask(
  { gateway, log }: Pick<PaymentsDeps, 'gateway' | 'log'>,
  charge: LockedCharge,
  { taken, isFresh, isWanted }: Known,
): Promise<ChargeResult | 'unknown' | 'stopped'> {
  const { payment, cardToken } = charge
  const { gatewayKey: key, amountCents, productCode: product } = payment
  if (key === null || cardToken === null) throw new Error('A renewal was claimed without a card')
  try {
    if (!isFresh) {
      const found = await gateway.findCharge({ key, cardToken })
      if (found.state !== 'none') return found
    }
    if (!isWanted) return 'stopped'
    if (!taken) return 'unknown'
    const paysFor = paidBy(key)
    return (
      taken.get(paysFor) ??
      (await gateway.chargeOffSession({ key, cardToken, amountCents, product, paysFor }))
    )
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof KeyReused)) throw error
    log.warn({ err: error, paymentId: payment.id }, 'gateway does not answer')
    return 'unknown'
  }
}

/** Neither stopped, put off nor changed since it was claimed. */
const isAsClaimed = (
  { renewal, subscription, nextProduct, payment }: LockedCharge,
  now: Temporal.Instant,
): boolean =>
  renewal.state === 'active' &&
  Temporal.Instant.compare(renewal.chargeAt, now) <= 0 &&
  renewal.cardId === payment.cardId &&
  nextProduct.code === payment.productCode &&
  priceOfRenewal({ renewal, subscription }) === payment.amountCents

async function putOff(
  tx: Tx,
  { clock }: Pick<PaymentsDeps, 'clock'>,
  renewalId: number,
  since: Temporal.Instant,
): Promise<void> {
  const now = clock.now()
  const half = Math.floor(since.until(now).total('seconds') / 2)
  const seconds = Math.min(Math.max(half, askAgainS.least), askAgainS.most)
  await tx
    .update(recurringProfiles)
    .set({ claimedUntil: now.add({ seconds }) })
    .where(eq(recurringProfiles.id, renewalId))
}
