import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import type { Db } from '#server/platform/database/database.ts'
import { databaseErrorOf } from '#server/platform/database/database-error.ts'
import { Batches } from './batches.ts'
import { explainIssue } from './explain-issue.ts'
import type { Faults } from './faults.ts'
import type { CheckedRow, Kind, LoadContext, Outcome } from './kind.ts'
import { LoadError, RowFault } from './load-error.ts'
import type { CountRow } from './progress.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import type { Row } from './row.ts'

export type FileReport = { file: string } & Record<Outcome, number>

export type Source = { path: string; file: string; kind: Kind }

/**
 * Loads one file in one transaction: all of it, or nothing.
 *
 * @throws LoadError at the first row with a fault, naming file, line and field of what is wrong
 */
export const loadFile = (
  db: Db,
  source: Source,
  context: Omit<LoadContext, 'tx' | 'batches'>,
  count?: CountRow,
): Promise<FileReport> => db.transaction(tx => writeRows(source, { ...context, tx }, count))

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
    return await writeRows(source, context, count, faults)
  } catch (error) {
    if (!(error instanceof LoadError)) throw error
    faults.tell([error.message])
    faults.setUnread(source.kind.name)
    return { file: source.file, added: 0, changed: 0, unchanged: 0 }
  }
}

/** Rows that are tried together. */
const together = 1000
/** Rows that are read and checked in one turn of the event loop. */
const inOneTurn = 50

/** A row with what it is by its schema, or its fault. */
type Item = { row: Row } & ({ checked: CheckedRow } | { error: unknown })

/** @param faults with them every row is tried; without, the first fault ends it */
async function writeRows(
  { path, file, kind }: Source,
  given: Omit<LoadContext, 'batches'>,
  count?: CountRow,
  faults?: Faults,
): Promise<FileReport> {
  const context = { ...given, batches: new Batches() }
  const rows = file.endsWith('.csv') ? readCsv(path, file, kind.schema) : readJson(path, file)
  const report: FileReport = { file, added: 0, changed: 0, unchanged: 0 }
  // Asked for a fault only: in JSON it is looked for from the beginning of the file.
  const lineOf = new Map<string, Row['line']>()
  const check = (row: Row): Item => {
    try {
      if (row.fault !== undefined) throw new RowFault([], row.fault)
      const checked = kind.check(row.value)
      const before = lineOf.get(checked.key)
      if (before !== undefined) {
        throw new RowFault(
          [],
          `"${checked.key}" is already on line ${before([])}; remove one of the two rows.`,
        )
      }
      lineOf.set(checked.key, row.line)
      return { row, checked }
    } catch (error) {
      return { row, error }
    }
  }
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
  for await (const items of readAhead(inPieces(rows, check, kind.isBatched ? together : 1))) {
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
 * Writes rows together, those that refer to one before them after it.
 *
 * @returns what became of each; undefined, and nothing written, when one has a fault: written alone it tells its place
 */
async function writeTogether(items: readonly Item[], context: LoadContext): Promise<Outcome[] | undefined> {
  let left = items.flatMap(item => ('checked' in item ? item.checked : []))
  if (left.length < items.length) return undefined
  const write = async (tx: LoadContext['tx']) => {
    const own = { ...context, tx, batches: new Batches() }
    const outcomes: Outcome[] = []
    while (left.length > 0) {
      const ahead = new Set<string>()
      const waiting: CheckedRow[] = []
      const writing: Promise<Outcome>[] = []
      for (const row of left) {
        if (row.after.some(key => ahead.has(key))) waiting.push(row)
        else writing.push(row.write(own))
        ahead.add(row.key)
      }
      // All are awaited, so that none writes when the savepoint is rolled back.
      for (const settled of await Promise.allSettled(writing)) {
        if (settled.status === 'rejected') throw settled.reason
        outcomes.push(settled.value)
      }
      left = waiting
    }
    return outcomes
  }
  return context.tx.transaction(write).catch(() => undefined)
}

async function* inPieces<T>(
  rows: AsyncIterable<Row>,
  check: (row: Row) => T,
  size: number,
): AsyncGenerator<T[]> {
  let piece: T[] = []
  for await (const row of rows) {
    piece.push(check(row))
    // What is read ahead lets the rows before it be sent to the database.
    if (piece.length % inOneTurn === 0) await nextTurn()
    if (piece.length < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

/** Begins the next piece while one is in use: it is read and checked while the database writes. */
async function* readAhead<T>(pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = pieces.next(); ; ) {
      const { done, value } = await next
      if (done) return
      next = pieces.next()
      // Told when it is its turn.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await pieces.return(undefined)
  }
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
