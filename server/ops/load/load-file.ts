import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import * as z from 'zod'
import type { Db } from '#server/platform/database.ts'
import { explainIssue } from './explain-issue.ts'
import type { Kind, LoadContext, Outcome } from './kind.ts'
import { LoadError, RowFault } from './load-error.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import type { Row } from './row.ts'

export type FileReport = { file: string } & Record<Outcome, number>

type Source = { path: string; file: string; kind: Kind }

/**
 * Loads one file in one transaction: all of it, or nothing.
 *
 * @throws LoadError naming file, line and field of what is wrong
 */
export const loadFile = (db: Db, source: Source, context: Omit<LoadContext, 'tx'>): Promise<FileReport> =>
  db.transaction(tx => loadRows(source, { ...context, tx }))

async function loadRows({ path, file, kind }: Source, context: LoadContext): Promise<FileReport> {
  const rows = file.endsWith('.csv') ? readCsv(path, file, kind.schema) : readJson(path, file)
  const report: FileReport = { file, added: 0, changed: 0, unchanged: 0 }
  const lines = new Map<string, number>()
  for await (const row of rows) {
    try {
      const checked = kind.check(row.value)
      const before = lines.get(checked.key)
      if (before !== undefined) {
        throw new RowFault([], `"${checked.key}" is already on line ${before}; remove one of the two rows.`)
      }
      lines.set(checked.key, row.line([]))
      report[await checked.write(context)]++
    } catch (error) {
      throw located(error, file, row)
    }
  }
  const fault = await kind.review?.(context)
  if (fault) {
    const line = lines.get(fault.key)
    throw new LoadError(`${file}${line === undefined ? '' : `:${line}`} ${fault.field}: ${fault.sentence}`)
  }
  return report
}

/** Puts file, line and field before what is wrong with a row; a bug stays what it is. */
function located(error: unknown, file: string, row: Row): unknown {
  const say = (path: readonly PropertyKey[], sentence: string) =>
    `${file}:${row.line(path)} ${row.place(path)}`.trimEnd() + `: ${sentence}`
  if (error instanceof z.core.$ZodError) {
    return new LoadError(
      error.issues.map(issue => say(issue.path, explainIssue(issue, row.value))).join('\n'),
    )
  }
  if (error instanceof RowFault) return new LoadError(say(error.path, error.message))
  const refusal = error instanceof DrizzleQueryError ? error.cause : error
  // Classes 22 and 23 of SQLSTATE: a value that cannot be kept, or a rule of a table that it breaks.
  if (refusal instanceof DatabaseError && /^2[23]/.test(refusal.code ?? '')) {
    const rule = refusal.constraint ?? refusal.code
    return new LoadError(say([], `the database refuses this row by its rule "${rule}"; correct the row.`))
  }
  return error
}
