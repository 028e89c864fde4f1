import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { mailWrongSums, receiveTransfers, type TransferJudgement } from '#server/modules/orders/index.ts'
import { arriveRefunds, type PaymentsDeps } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { eachAlone } from '#server/platform/jobs/each-alone.ts'
import { isNotPutOff, noteSuccess } from '#server/platform/jobs/failed-items.ts'
import { type EntryOutcome, obstacleOf, toDebit, toOutcome, toTransfer } from './judge-entries.ts'
import { bankEntries } from './tables.ts'

/**
 * Batch size of a transaction. It locks the document counter at its end, so concurrent card payments wait for that long.
 */
const batch = 100

const task = 'match-entries'

/**
 * Matches pending entries: one that pays for an order in full confirms it and opens what was ordered, one that refunds a
 * payment says that the refund has arrived, the others are kept with the reason. Crash-safe: the next run takes up the rest. Safe to run concurrently. When a batch fails, each
 * entry is matched alone.
 *
 * @param signal ends it between two batches
 */
export async function matchEntries(deps: PaymentsDeps, signal?: AbortSignal): Promise<void> {
  const isOver = () => signal?.aborted === true
  let done = batch
  while (done === batch && !isOver()) {
    try {
      const ids = await matchBatch(deps, isNotPutOff(task, bankEntries.id, deps.clock.now()))
      await noteSuccess(deps.db, task, ids)
      done = ids.length
    } catch (error) {
      deps.log.warn({ err: error }, 'entries of bank statements are looked at one by one')
      await matchOneByOne(deps, signal)
      return
    }
  }
}

const isWaiting = eq(bankEntries.state, 'waiting')

const matchOneByOne = (deps: PaymentsDeps, signal?: AbortSignal): Promise<number> =>
  eachAlone(deps, signal, {
    name: task,
    find: page =>
      deps.db
        .select({ id: bankEntries.id })
        .from(bankEntries)
        .where(and(isWaiting, page.isNext(bankEntries.id)))
        .orderBy(asc(bankEntries.id))
        .limit(page.limit),
    act: ({ id }) => matchBatch(deps, eq(bankEntries.id, id)),
  })

/** @returns ids of those that were decided */
const matchBatch = (deps: PaymentsDeps, which: SQL): Promise<number[]> =>
  deps.db.transaction(async tx => {
    const entries = await tx
      .select()
      .from(bankEntries)
      .where(and(isWaiting, which))
      .orderBy(asc(bankEntries.id))
      .limit(batch)
      .for('update', { skipLocked: true })
    const payable = entries.filter(entry => obstacleOf(entry) === undefined)
    const judged = await receiveTransfers(tx, deps, payable.map(toTransfer))
    const covered = await findCovered(tx, judged)
    const outcomes = new Map(
      judged.map((judgement, index) => [payable[index]?.id, toOutcome(judgement, covered)]),
    )
    const refunded = await arriveRefunds(tx, deps, entries.flatMap(toDebit))
    await mailWrongSums(tx, deps, await addUp(tx, payable, judged))
    await keep(
      tx,
      deps.clock.now(),
      entries.map(entry => {
        const refundedId = refunded.get(entry.id)
        if (refundedId !== undefined) return { id: entry.id, state: 'confirmed', paymentId: refundedId }
        const reason = obstacleOf(entry)
        const outcome: EntryOutcome | undefined =
          reason === undefined ? outcomes.get(entry.id) : { state: 'unmatched', reason, paymentId: null }
        if (!outcome) throw new Error('An entry was not judged')
        return { id: entry.id, ...outcome }
      }),
    )
    return entries.map(({ id }) => id)
  })

/** Payments of these that an entry has paid already, in this batch or before. */
async function findCovered(tx: Tx, judged: readonly TransferJudgement[]): Promise<Set<number>> {
  const ids = judged.flatMap(({ result, paymentId }) => (result === 'paid_before' ? [paymentId] : []))
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ paymentId: bankEntries.paymentId })
    .from(bankEntries)
    .where(
      and(
        inArray(bankEntries.paymentId, ids),
        inArray(bankEntries.state, ['confirmed', 'matched']),
        eq(bankEntries.isDebit, false),
      ),
    )
  const now = judged.flatMap(({ result, paymentId }) => (result === 'paid' ? [paymentId] : []))
  return new Set([...rows.flatMap(({ paymentId }) => paymentId ?? []), ...now])
}

/** What has come for payments whose transfers were of another sum, and which are not paid by this batch, in cents. */
async function addUp(
  tx: Tx,
  entries: readonly { amountCents: number }[],
  judged: readonly TransferJudgement[],
): Promise<Map<number, number>> {
  const paid = new Set(judged.flatMap(({ result, paymentId }) => (result === 'paid' ? [paymentId] : [])))
  const totals = new Map<number, number>()
  const add = (paymentId: number | null, cents: number) => {
    if (paymentId !== null) totals.set(paymentId, (totals.get(paymentId) ?? 0) + cents)
  }
  for (const [index, { result, paymentId }] of judged.entries()) {
    const isWrong = result === 'underpaid' || result === 'overpaid'
    if (isWrong && !paid.has(paymentId)) add(paymentId, entries[index]?.amountCents ?? 0)
  }
  if (totals.size === 0) return totals
  const before = await tx
    .select({ paymentId: bankEntries.paymentId, cents: bankEntries.amountCents })
    .from(bankEntries)
    .where(
      and(
        inArray(bankEntries.paymentId, [...totals.keys()]),
        // What was dismissed was sent back.
        eq(bankEntries.state, 'unmatched'),
        inArray(bankEntries.reason, ['underpaid', 'overpaid']),
      ),
    )
  for (const { paymentId, cents } of before) add(paymentId, cents)
  return totals
}

async function keep(
  tx: Tx,
  now: Temporal.Instant,
  outcomes: readonly (EntryOutcome & { id: number })[],
): Promise<void> {
  const column = (value: (outcome: EntryOutcome & { id: number }) => string | number | null) =>
    sql.param(outcomes.map(value))
  const ids = column(each => each.id)
  const states = column(each => each.state)
  const reasons = column(each => (each.state === 'unmatched' ? each.reason : null))
  const paymentIds = column(each => each.paymentId)
  await tx
    .update(bankEntries)
    .set({
      state: sql`outcome.state`,
      reason: sql`outcome.reason`,
      paymentId: sql`outcome.payment_id`,
      settledAt: now,
    })
    .from(
      sql`unnest(${ids}::int[], ${states}::text[], ${reasons}::text[], ${paymentIds}::int[])
        as outcome (id, state, reason, payment_id)`,
    )
    .where(eq(bankEntries.id, sql`outcome.id`))
}
