import { and, eq, sql } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { users } from '../tables.ts'

/**
 * Changes a reader's name, or removes it (null). Documents keep the name that they were made with. Idempotent.
 *
 * @param tx a transaction that has locked the reader
 */
export async function changeName(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  { userId, by, name }: Requester & { name: string | null },
): Promise<void> {
  const changed = await tx
    .update(users)
    .set({ name })
    .where(and(eq(users.id, userId), sql`${users.name} is distinct from ${name}`))
    .returning({ id: users.id })
  if (changed.length > 0) await recordActivity(tx, deps, { userId, by, kind: 'name_changed' })
}
