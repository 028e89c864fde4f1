import * as z from 'zod'
import {
  countEntries,
  type EntryCount,
  entryStates,
  matchEntries,
  takeStatements,
  unmatchedReasons,
} from '#server/modules/bank-transfers/index.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { createBoundedQueue } from '#server/platform/database/bounded-queue.ts'
import { readStatementFile } from './read-statement-file.ts'

/** Timeout for matching in the call; the worker matches the rest within seconds. */
const timeoutMs = 15_000

/** Concurrency limit: a large file takes some 60 MB of memory until it is stored. */
const queue = createBoundedQueue({ atOnce: 1, waiting: 60, retryAfterS: 30 })

export const StatementReport = z.object({
  statements: z.array(
    z.object({
      account: z.string(),
      reference: z.string(),
      entries: z.int(),
      credits_cents: z.int().describe('all that came, whatever became of it'),
      is_own_account: z.boolean().describe('whether it is the account that readers are told to pay to'),
    }),
  ),
  known: z.int().describe('entries that were taken before, to which nothing happened'),
  not_booked: z.int().describe('entries that the bank only announces, which were left out'),
  new: z.array(
    z.object({
      direction: z.enum(['credit', 'debit']),
      state: z.enum(entryStates).describe('"waiting" is looked at within seconds'),
      reason: z.enum(unmatchedReasons).nullable(),
      entries: z.int(),
      amount_cents: z.int(),
    }),
  ),
})
type StatementReport = z.output<typeof StatementReport>

/**
 * Takes a bank's statement: stores its new entries, all or none, and confirms what they pay for. Idempotent, and
 * crash-safe.
 *
 * @param bytes the file
 * @param options.account whose entries a CSV holds, when no column says it
 * @throws StatementError naming line and entry of what can't be read, or when it holds too many; nothing of the file
 *   was kept. AppError `service_unavailable` when many files come concurrently
 */
export const takeStatementFile = (
  deps: PaymentsDeps,
  bytes: Uint8Array,
  options: { account?: string | undefined },
): Promise<StatementReport> => queue(() => takeOne(deps, bytes, options))

async function takeOne(
  deps: PaymentsDeps,
  bytes: Uint8Array,
  options: { account?: string | undefined },
): Promise<StatementReport> {
  const { statements, notBooked, ids } = await store(deps, bytes, options)
  await matchEntries(deps, AbortSignal.timeout(timeoutMs))
  const count = statements.reduce((sum, { entries }) => sum + entries, 0)
  return {
    statements,
    known: count - ids.length,
    not_booked: notBooked,
    new: (await countEntries(deps.db, ids)).map(describeCount),
  }
}

/** A function of its own, so that the entries are not in memory any more while they are matched. */
async function store(deps: PaymentsDeps, bytes: Uint8Array, options: { account?: string | undefined }) {
  const { statements, notBooked } = await readStatementFile(bytes, options)
  const ids = await deps.db.transaction(tx => takeStatements(tx, deps, statements))
  const report = statements.map(({ account, reference, entries }) => ({
    account,
    reference,
    entries: entries.length,
    credits_cents: entries
      .filter(({ isDebit }) => !isDebit)
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
    is_own_account: account === deps.settings.bank.iban,
  }))
  return { statements: report, notBooked, ids }
}

const describeCount = ({ isDebit, state, reason, count, cents }: EntryCount) => ({
  direction: isDebit ? ('debit' as const) : ('credit' as const),
  state,
  reason,
  entries: count,
  amount_cents: cents,
})
