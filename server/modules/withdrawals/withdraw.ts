import { and } from 'drizzle-orm'
import type { Locale } from '#contract/wire.ts'
import type { Withdrawal } from '#contract/withdrawals/withdrawals.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { type PaymentsDeps, requestRefund, withdrawalKey } from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { describeWithdrawal } from './describe-contract.ts'
import { judgeContract, sumOfWithdrawal, type Verdict } from './judge-contract.ts'
import { type ContractRow, findContract, lockPayment, ofPayment, ofReader, toContract } from './store.ts'
import { withdrawals } from './tables.ts'
import { mailReceived } from './withdrawal-mail.ts'

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

/**
 * Receives a withdrawal: judges it by the moment of its receipt, and carries it out once, also when it is raced.
 *
 * @param tx one transaction for the withdrawal, its refund and its copy
 * @returns the contract with its withdrawal, and how it was judged; undefined when there is no such contract
 */
export async function receive(
  tx: Tx,
  deps: PaymentsDeps,
  {
    paymentId,
    userId,
    by,
    at,
  }: { paymentId: number; userId: number; by: 'reader' | 'visitor'; at: Temporal.Instant },
): Promise<{ row: ContractRow; verdict: Verdict } | undefined> {
  await lockPayment(tx, paymentId)
  const which = and(ofPayment(paymentId), ofReader(userId))
  const row = await findContract(tx, which)
  if (!row) return undefined
  const contract = toContract(row)
  const verdict = judgeContract(contract, at)
  if (verdict !== 'open') return { row, verdict }
  const sum = sumOfWithdrawal(contract, at)
  const refund = await requestRefund(tx, deps, {
    paymentId,
    amountCents: sum.refundCents,
    reason: 'withdrawal',
    requestedBy: by,
    access: 'end',
    key: withdrawalKey(paymentId),
  })
  await tx.insert(withdrawals).values({ paymentId, refundId: refund.id, receivedAt: at, by })
  await recordActivity(tx, deps, { userId, kind: 'contract_withdrawn' })
  const withdrawn = await findContract(tx, which)
  if (!withdrawn) throw new Error('A contract disappeared')
  await mailReceived(tx, deps, withdrawn, sum)
  return { row: withdrawn, verdict }
}
