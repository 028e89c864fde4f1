import * as z from 'zod'
import type { Db } from '#server/platform/database/database.ts'
import { databaseErrorOf } from '#server/platform/database/database-error.ts'
import { explainIssue } from './explain-issue.ts'
import type { Faults } from './faults.ts'
import type { Kind, LoadContext, Outcome } from './kind.ts'
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
  context: Omit<LoadContext, 'tx'>,
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
  context: LoadContext,
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

/** @param faults with them every row is tried; without, the first fault ends it */
async function writeRows(
  { path, file, kind }: Source,
  context: LoadContext,
  count?: CountRow,
  faults?: Faults,
): Promise<FileReport> {
  const rows = file.endsWith('.csv') ? readCsv(path, file, kind.schema) : readJson(path, file)
  const report: FileReport = { file, added: 0, changed: 0, unchanged: 0 }
  const lines = new Map<string, number>()
  for await (const row of rows) {
    try {
      if (row.fault !== undefined) throw new RowFault([], row.fault)
      const checked = kind.check(row.value)
      const before = lines.get(checked.key)
      if (before !== undefined) {
        throw new RowFault([], `"${checked.key}" is already on line ${before}; remove one of the two rows.`)
      }
      lines.set(checked.key, row.line([]))
      const outcome = faults
        ? await context.tx.transaction(tx => checked.write({ ...context, tx }))
        : await checked.write(context)
      report[outcome]++
    } catch (error) {
      const told = located(error, file, row)
      if (told === undefined) throw error
      if (!faults) throw new LoadError(told.join('\n'))
      faults.refuse(kind.name, row.value)
      if (!isFollowing(error, faults)) faults.tell(told)
    }
    count?.()
  }
  for (const { key, fault } of (await kind.review?.(context)) ?? []) {
    const line = lines.get(key)
    const told = `${file}${line === undefined ? '' : `:${line}`} ${fault.path.join('.')}: ${fault.message}`
    if (!faults) throw new LoadError(told)
    if (!isFollowing(fault, faults)) faults.tell([told])
  }
  return report
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
