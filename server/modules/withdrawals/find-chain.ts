import type { Tx } from '#server/platform/database/database.ts'
import { sumOfWithdrawal } from './judge-contract.ts'
import { type ContractRow, findContracts, findTaken, type Taken, toContract } from './store.ts'

/** A contract, and what comes back by a withdrawal from it. */
export type Link = { row: ContractRow; sum: ReturnType<typeof sumOfWithdrawal> }

/** What a withdrawal from a contract comes to. */
export type Chain = {
  own: Link
  /** Later contracts that hold the rest of it as credit, the latest first: they are withdrawn from before it. */
  later: Link[]
  /** Whether something that they took the place of runs on then. */
  restores: boolean
}

/**
 * Finds with which later contracts one ends: what was counted towards their price would else be paid out while they go on.
 * Their days of withdrawal end later than its own, or with them.
 */
export async function findChain(
  tx: Tx,
  userId: number,
  row: ContractRow,
  at: Temporal.Instant,
): Promise<Chain> {
  const rows = await findContracts(tx, userId, row.payment.settledAt ?? at)
  return chainOf(row, { rows, taken: await findTaken(tx, userId) }, at)
}

/** @param found contracts of the reader since this one, and what their upgrades took the place of */
export function chainOf(
  row: ContractRow,
  found: { rows: readonly ContractRow[]; taken: readonly Taken[] },
  at: Temporal.Instant,
): Chain {
  const [own, ...others] = linksOf(row, found, at)
  if (!own) throw new Error('A contract is not its own')
  const later = others.filter(({ row: { withdrawal } }) => !withdrawal).toReversed()
  const ended = new Set([own, ...later].map(link => link.row.payment.id))
  const restores = found.taken.some(
    ({ paymentId, takenId, until, ...taken }) =>
      !taken.isEndedByRefund &&
      ended.has(paymentId) &&
      !ended.has(takenId ?? 0) &&
      until !== null &&
      Temporal.Instant.compare(until, at) > 0,
  )
  return { own, later, restores }
}

/** A contract with the later ones, in their order. */
function linksOf(row: ContractRow, found: Parameters<typeof chainOf>[1], at: Temporal.Instant): Link[] {
  const takenBy = found.taken.find(({ takenId }) => takenId === row.payment.id)
  const next = takenBy && found.rows.find(({ payment }) => payment.id === takenBy.paymentId)
  const contract = toContract(row)
  // What is over has used up the rest of this one, too.
  const spent = next && toContract(next).period
  const isSpent = spent && Temporal.Instant.compare(spent.endsAt, at) <= 0
  const judged = isSpent ? { ...contract, period: spent, beginsOnRequest: true } : contract
  return [{ row, sum: sumOfWithdrawal(judged, at) }, ...(next ? linksOf(next, found, at) : [])]
}
