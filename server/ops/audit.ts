import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Json, Operation, Operator } from './operation.ts'
import { auditLog } from './tables.ts'

export type AuditLine = {
  by: Operator
  requestId: string
  operation: Operation
  outcome: (typeof auditLog.$inferInsert)['outcome']
  target?: string | undefined
  readerId?: number | undefined
  refusal?: string
  before?: Json
  after?: Json
}

/**
 * Writes one line of the audit log.
 *
 * @param db the transaction of the operation, or the pool for a refused one
 * @param line.before and `after`: state before and after, without secrets
 */
export async function recordCall(
  db: Db | Tx,
  { clock }: Pick<Deps, 'clock'>,
  line: AuditLine,
): Promise<void> {
  await db.insert(auditLog).values({
    at: clock.now(),
    who: line.by.name,
    operation: line.operation.name,
    target: line.target ?? null,
    readerId: line.readerId ?? null,
    outcome: line.outcome,
    refusal: line.refusal ?? null,
    before: line.before ?? null,
    after: line.after ?? null,
    requestId: line.requestId,
  })
}
