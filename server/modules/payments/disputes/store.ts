import { and, desc, eq, lt } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
// Joined for reading only: the rows belong to the identity module.
import { users } from '../../identity/tables.ts'
import type { DisputeRow } from '../payments-deps.ts'
import { disputes, payments } from '../tables.ts'

/**
 * Disputes, newest first (cursor pagination).
 *
 * @param wanted.before only those older than the one with this id
 */
export const listDisputes = (
  db: Db,
  wanted: { state?: DisputeRow['state'] | undefined; before?: number | undefined; limit: number },
) =>
  db
    .select({ dispute: disputes, reader: { id: users.id, email: users.email } })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(users, eq(users.id, payments.userId))
    .where(
      and(
        wanted.state === undefined ? undefined : eq(disputes.state, wanted.state),
        wanted.before === undefined ? undefined : lt(disputes.id, wanted.before),
      ),
    )
    .orderBy(desc(disputes.id))
    .limit(wanted.limit)
