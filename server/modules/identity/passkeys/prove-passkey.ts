import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { passkeys } from '../tables.ts'
import { notePasskeyUse, verifyPasskey } from './verify-passkey.ts'

/**
 * Verifies that a signed-in reader has a passkey of the account at hand.
 *
 * @param credential what the browser answered with; untrusted
 * @param text what was to be signed, in UTF-8: the id of a challenge that serves once
 */
export async function provePasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  userId: number,
  credential: string,
  text: string,
): Promise<boolean> {
  try {
    const used = await verifyPasskey(deps, credential, Buffer.from(text).toString('base64url'))
    if (used.userId !== userId) return false
    await notePasskeyUse(deps.db, deps, used)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Whether a reader has any passkey. */
export async function hasPasskey({ db }: Pick<Deps, 'db'>, userId: number): Promise<boolean> {
  const found = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1)
  return found.length > 0
}
