import { and, eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/database/database.ts'
import { passkeys } from '../tables.ts'

/** Names a passkey; others than its reader never see the name. @throws AppError `not_found` */
export async function renamePasskey(
  { db }: { db: Db },
  userId: number,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw new AppError('not_found')
}
