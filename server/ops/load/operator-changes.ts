import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNotNull, notLike, sql } from 'drizzle-orm'
import * as z from 'zod'
import { plannedPrices } from '#server/modules/subscriptions/tables.ts'
import { dryRunMark } from '#server/ops/audit.ts'
import { auditLog } from '#server/ops/tables.ts'
import type { Tx } from '#server/platform/database/database.ts'

const Fields = z.record(z.string(), z.unknown())

/**
 * Fields of a product, as products.json names them, that no longer follow the file: those that `products change`
 * changed, and the price once a planned one came. Lock the product first, so that concurrent changes wait.
 */
export async function fieldsChangedByOperators(tx: Tx, code: string): Promise<Set<string>> {
  const lines = await tx
    .select({ before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.operation, 'products change'),
        eq(auditLog.outcome, 'done'),
        // A dry run leaves a line like that of the change itself.
        notLike(auditLog.target, `%${dryRunMark}`),
        sql`${auditLog.after}->>'code' = ${code}`,
      ),
    )
  const [planned] = await tx
    .select({ fromDay: plannedPrices.fromDay })
    .from(plannedPrices)
    .where(and(eq(plannedPrices.productCode, code), isNotNull(plannedPrices.appliedAt)))
    .limit(1)
  const changed = new Set(planned ? ['price_cents'] : [])
  for (const { before, after } of lines) {
    const was = Fields.parse(before)
    for (const [field, value] of Object.entries(Fields.parse(after))) {
      if (!isDeepStrictEqual(value, was[field])) changed.add(field)
    }
  }
  return changed
}
