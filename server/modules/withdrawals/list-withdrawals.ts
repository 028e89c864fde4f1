import type { Locale } from '#contract/wire.ts'
import type { OpenContract, Withdrawal } from '#contract/withdrawals/withdrawals.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { describeOpen, describeWithdrawal } from './describe-contract.ts'
import { chainOf } from './find-chain.ts'
import { judgeContract } from './judge-contract.ts'
import { findContracts, findTaken, toContract } from './store.ts'

/** The longest that money may be on its way; after that a withdrawal is a matter for the help desk. */
const shownFor = { hours: 90 * 24 }

/** What brings nothing back is shown as long as a card takes. */
const nothingShownFor = { hours: 10 * 24 }

/** Contracts from which the reader may withdraw today, and withdrawals whose money has not arrived yet. */
export async function listWithdrawals(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  locale: Locale,
): Promise<{ open: OpenContract[]; received: Withdrawal[] }> {
  const now = clock.now()
  const rows = await findContracts(db, actor.userId, now.subtract(shownFor))
  const taken = await findTaken(db, actor.userId)
  const received = rows.filter(row => row.withdrawal).map(row => describeWithdrawal(row, locale, now))
  return {
    open: rows
      .filter(row => judgeContract(toContract(row), now) === 'open')
      .map(row => describeOpen(chainOf(row, { rows, taken }, now), locale)),
    received: received.filter(({ refund, received_at: at }) =>
      refund
        ? refund.state !== 'arrived'
        : Temporal.Instant.compare(now, Temporal.Instant.from(at).add(nothingShownFor)) < 0,
    ),
  }
}
