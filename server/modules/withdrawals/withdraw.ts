import { and, type SQL } from 'drizzle-orm'
import type { Locale } from '#contract/wire.ts'
import type { Withdrawal } from '#contract/withdrawals/withdrawals.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import {
  lockReadersOf,
  type PaymentsDeps,
  requestRefund,
  withdrawalKey,
} from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { describeWithdrawal } from './describe-contract.ts'
import { findChain, type Link } from './find-chain.ts'
import { judgeContract, type Verdict } from './judge-contract.ts'
import {
  type ContractRow,
  findContract,
  isOfPresent,
  lockPayments,
  ofPayment,
  ofReader,
  toContract,
} from './store.ts'
import { withdrawals } from './tables.ts'
import { mailReceived, type Told } from './withdrawal-mail.ts'

/**
 * Withdraws from a contract of the reader (R11.07): access ends, the renewal stops, and the money is given back the way
 * it came. Idempotent. It works for who is about to leave as well.
 *
 * @throws AppError `not_found`, `withdrawal_too_late`, `withdrawal_refunded`, `too_many_requests`
 */
export async function withdraw(
  deps: PaymentsDeps,
  actor: Actor,
  { paymentId, locale }: { paymentId: number; locale: Locale },
): Promise<Withdrawal> {
  const { userId } = actor
  const { row, verdict } = await deps.limiter.attempt([[limits.withdrawals, userId]], () =>
    deps.db.transaction(async tx => {
      const done = await receive(tx, deps, { paymentId, userId, by: 'reader', at: deps.clock.now() })
      if (!done) throw new AppError('not_found')
      return done
    }),
  )
  if (verdict === 'late') throw new AppError('withdrawal_too_late')
  if (verdict === 'refunded') throw new AppError('withdrawal_refunded')
  return describeWithdrawal(row, locale, deps.clock.now())
}

type Received = { userId: number; by: 'reader' | 'visitor'; at: Temporal.Instant }

/**
 * Receives a withdrawal: judges it by the moment of its receipt, and carries it out once, also when it is raced. Later
 * contracts towards which what was left of it was counted are withdrawn from before it, so that no credit is paid out.
 *
 * @param tx one transaction for the withdrawal, its refund and its copy
 * @returns the contract with its withdrawal, and how it was judged; undefined when there is no such contract
 */
export async function receive(
  tx: Tx,
  deps: PaymentsDeps,
  { paymentId, ...received }: Received & { paymentId: number },
): Promise<{ row: ContractRow; verdict: Verdict } | undefined> {
  const { userId, at } = received
  const which = and(ofPayment(paymentId), ofReader(userId))
  // Nothing is bought meanwhile. Its payment is locked only when that is settled, which waits for this lock itself.
  await lockReadersOf(tx, which)
  const seen = await findContract(tx, and(which, isOfPresent))
  if (!seen) return undefined
  const { later: before } = await findChain(tx, userId, seen, at)
  await lockPayments(tx, [paymentId, ...before.map(({ row }) => row.payment.id)])
  // Read again: what the gateway has given back meanwhile counts.
  const row = await requireContract(tx, which)
  const verdict = judgeContract(toContract(row), at)
  if (verdict !== 'open') return { row, verdict }
  const { own, later, restores } = await findChain(tx, userId, row, at)
  for (const link of later) await carryOut(tx, deps, link, { ...received, counted: row })
  return { row: await carryOut(tx, deps, own, { ...received, restores }), verdict }
}

/** @returns the contract with its withdrawal */
async function carryOut(
  tx: Tx,
  deps: PaymentsDeps,
  { row, sum }: Link,
  { userId, by, at, ...told }: Received & Told,
): Promise<ContractRow> {
  const paymentId = row.payment.id
  const refund =
    sum.refundCents > 0
      ? await requestRefund(tx, deps, {
          paymentId,
          amountCents: sum.refundCents,
          reason: 'withdrawal',
          requestedBy: by,
          access: 'end',
          key: withdrawalKey(paymentId),
        })
      : await endUnrefunded(tx, deps, row.payment)
  await tx.insert(withdrawals).values({ paymentId, refundId: refund?.id ?? null, receivedAt: at, by })
  await recordActivity(tx, deps, { userId, kind: 'contract_withdrawn' })
  const withdrawn = await requireContract(tx, ofPayment(paymentId))
  await mailReceived(tx, deps, withdrawn, told)
  return withdrawn
}

/** Ends what was delivered, or given back, whole. */
async function endUnrefunded(
  tx: Tx,
  { reactions, listeners }: PaymentsDeps,
  payment: ContractRow['payment'],
): Promise<undefined> {
  await reactions[payment.purpose].onEnded?.(tx, payment)
  for (const listener of listeners) await listener.onEnded?.(tx, payment)
}

async function requireContract(tx: Tx, which: SQL | undefined): Promise<ContractRow> {
  const row = await findContract(tx, which)
  if (!row) throw new Error('A contract disappeared')
  return row
}
