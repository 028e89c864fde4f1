import { asc, eq } from 'drizzle-orm'
import type { Passkey } from '#contract/identity/passkeys.ts'
import type { Db } from '#server/platform/database/database.ts'
import { passkeys } from '../tables.ts'

/** A reader's passkeys, the oldest first. */
export async function listPasskeys({ db }: { db: Db }, userId: number): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    created_at: createdAt.toString(),
    last_used_at: lastUsedAt?.toString() ?? null,
  }))
}
