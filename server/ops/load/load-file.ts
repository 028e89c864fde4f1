import * as z from 'zod'
import type { Db } from '#server/platform/database/database.ts'
import { databaseErrorOf } from '#server/platform/database/database-error.ts'
import { pipelined } from '#server/platform/database/pipeline.ts'
import { Batches } from './batches.ts'
import { explainIssue } from './explain-issue.ts'
import type { Faults } from './faults.ts'
import type { CheckedRow, LoadContext, Outcome } from './kind.ts'
import { LoadError, RowFault } from './load-error.ts'
import { type Item, openRows, type Source } from './open-rows.ts'
import type { CountRow } from './progress.ts'
import type { Row } from './row.ts'

export type FileReport = { file: string } & Record<Outcome, number>

/**
 * Loads one file in one transaction: all of it, or nothing.
 *
 * @throws LoadError at the first row with a fault, naming file, line and field of what is wrong
 */
export async function loadFile(
  db: Db,
  source: Source,
  context: Omit<LoadContext, 'tx' | 'batches'>,
  count?: CountRow,
): Promise<FileReport> {
  const load = (write: typeof writeRows) =>
    db.transaction(tx => pipelined(() => write(source, { ...context, tx }, count)))
  // A fault is told by the slower way, which knows its row.
  const loaded = source.kind.isBatched ? await load(writePieces).catch(() => undefined) : undefined
  return loaded ?? load(writeRows)
}

/**
 * Checks one file past its faults, in a transaction that the caller rolls back. Each row has a savepoint, which makes
 * this slower than a load.
 *
 * @param faults collects them
 */
export async function checkFile(
  source: Source,
  context: Omit<LoadContext, 'batches'>,
  faults: Faults,
  count?: CountRow,
): Promise<FileReport> {
  try {
    return await pipelined(() => writeRows(source, context, count, faults))
  } catch (error) {
    if (!(error instanceof LoadError)) throw error
    faults.tell([error.message])
    faults.setUnread(source.kind.name)
    return { file: source.file, added: 0, changed: 0, unchanged: 0 }
  }
}

/** Rows that are being written. */
type Piece = { keys: readonly string[]; written: Promise<Outcome[]> }
/** Pieces that are written at once: some are made ready while the database works on others. */
const atOnce = 4

/**
 * Writes the rows of a file, several pieces at once.
 *
 * @throws at any fault, without its place
 */
async function writePieces(
  source: Source,
  given: Omit<LoadContext, 'batches'>,
  count?: CountRow,
): Promise<FileReport> {
  const context = { ...given, batches: new Batches() }
  const report: FileReport = { file: source.file, added: 0, changed: 0, unchanged: 0 }
  const underWay: Piece[] = []
  const finishFirst = async () => {
    for (const outcome of (await underWay[0]?.written) ?? []) {
      report[outcome]++
      count?.()
    }
    underWay.shift()
  }
  try {
    for await (const items of openRows(source).pieces) {
      const rows = items.map(allChecked)
      const written = writeInRounds(rows, context, [...underWay])
      // Told when it is its turn.
      written.catch(() => undefined)
      underWay.push({ keys: rows.map(row => row.key), written })
      if (underWay.length === atOnce) await finishFirst()
    }
    while (underWay.length > 0) await finishFirst()
  } finally {
    // Nothing is written any more when the transaction is rolled back.
    await Promise.allSettled(underWay.map(piece => piece.written))
  }
  if (((await source.kind.review?.(context)) ?? []).length > 0) throw new Error('A row has a fault')
  return report
}

function allChecked(item: Item): CheckedRow {
  if ('error' in item) throw item.error
  return item.checked
}

/** @param faults with them every row is tried; without, the first fault ends it */
async function writeRows(
  source: Source,
  given: Omit<LoadContext, 'batches'>,
  count?: CountRow,
  faults?: Faults,
): Promise<FileReport> {
  const { file, kind } = source
  const context = { ...given, batches: new Batches() }
  const { pieces, lineOf } = openRows(source)
  const report: FileReport = { file, added: 0, changed: 0, unchanged: 0 }
  const writeAlone = async (item: Item) => {
    try {
      if ('error' in item) throw item.error
      const { checked } = item
      const outcome = faults
        ? await context.tx.transaction(tx => checked.write({ ...context, tx }))
        : await checked.write(context)
      report[outcome]++
    } catch (error) {
      const told = located(error, file, item.row)
      if (told === undefined) throw error
      if (!faults) throw new LoadError(told.join('\n'))
      faults.refuse(kind.name, item.row.value)
      if (!isFollowing(error, faults)) faults.tell(told)
    }
  }
  for await (const items of pieces) {
    const outcomes = items.length > 1 ? await writeTogether(items, context) : undefined
    for (const outcome of outcomes ?? []) report[outcome]++
    for (const item of items) {
      if (!outcomes) await writeAlone(item)
      count?.()
    }
  }
  for (const { key, fault } of (await kind.review?.(context)) ?? []) {
    const line = lineOf.get(key)?.([])
    const told = `${file}${line === undefined ? '' : `:${line}`} ${fault.path.join('.')}: ${fault.message}`
    if (!faults) throw new LoadError(told)
    if (!isFollowing(fault, faults)) faults.tell([told])
  }
  return report
}

/**
 * Writes rows together.
 *
 * @returns what became of each; undefined, and nothing written, when one has a fault: written alone it tells its place
 */
async function writeTogether(items: readonly Item[], context: LoadContext): Promise<Outcome[] | undefined> {
  const rows = items.flatMap(item => ('checked' in item ? item.checked : []))
  if (rows.length < items.length) return undefined
  return context.tx
    .transaction(tx => writeInRounds(rows, { ...context, tx, batches: new Batches() }))
    .catch(() => undefined)
}

/**
 * Writes rows at once, those that refer to one before them after it.
 *
 * @param underWay the pieces before them that are still being written
 */
async function writeInRounds(
  rows: readonly CheckedRow[],
  context: LoadContext,
  underWay: readonly Piece[] = [],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const ahead = new Set(underWay.flatMap(piece => piece.keys))
  let left = rows
  while (left.length > 0) {
    const waiting: CheckedRow[] = []
    const writing: Promise<Outcome>[] = []
    for (const row of left) {
      if (row.after.some(key => ahead.has(key))) waiting.push(row)
      else writing.push(row.write(context))
      ahead.add(row.key)
    }
    // All are awaited, so that none writes when the savepoint is rolled back.
    for (const settled of await Promise.allSettled(writing)) {
      if (settled.status === 'rejected') throw settled.reason
      outcomes.push(settled.value)
    }
    if (waiting.length > 0) await Promise.all(underWay.map(piece => piece.written))
    ahead.clear()
    left = waiting
  }
  return outcomes
}

const isFollowing = (error: unknown, faults: Faults): boolean =>
  error instanceof RowFault && faults.follows(error.names)

/** Faults of a row, each with its file, line and field; undefined for a bug. */
function located(error: unknown, file: string, row: Row): string[] | undefined {
  const say = (path: readonly PropertyKey[], sentence: string) =>
    `${file}:${row.line(path)} ${row.place(path)}`.trimEnd() + `: ${sentence}`
  if (error instanceof z.core.$ZodError) {
    return error.issues.map(issue => say(issue.path, explainIssue(issue, row.value)))
  }
  if (error instanceof RowFault) return [say(error.path, error.message)]
  const refusal = databaseErrorOf(error)
  // Classes 22 and 23 of SQLSTATE: an invalid value, or a violated constraint.
  if (!refusal || !/^2[23]/.test(refusal.code ?? '')) return undefined
  const rule = refusal.constraint ?? refusal.code
  return [say([], `the database refuses this row by its rule "${rule}"; correct the row.`)]
}
