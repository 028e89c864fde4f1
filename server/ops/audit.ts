import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Operation, Operator } from './operation.ts'
import { auditLog } from './tables.ts'

export type AuditLine = Omit<typeof auditLog.$inferInsert, 'at' | 'who' | 'operation'> & {
  by: Operator
  operation: Operation
}

/** End of the target of what was only tried. */
export const dryRunMark = '(dry run)'

/**
 * Writes one line of the audit log.
 *
 * @param db the transaction of the operation, or the pool for a refused one
 * @param line.before and `after`: state before and after, without secrets
 */
export async function recordCall(
  db: Db | Tx,
  { clock }: Pick<Deps, 'clock'>,
  { by, operation, ...line }: AuditLine,
): Promise<void> {
  await db.insert(auditLog).values({ ...line, at: clock.now(), who: by.name, operation: operation.name })
}
