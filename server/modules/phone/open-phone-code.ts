import type { Deps } from '#server/platform/deps.ts'
import { isWorking } from './issue-code.ts'
import { controlCodes } from './tables.ts'

/**
 * How long the code sent to a reader's number is still valid, so that a reloaded page continues its countdown.
 *
 * @returns whole seconds; null when no code is open
 */
export async function openPhoneCode(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<{ valid_for_s: number } | null> {
  const now = clock.now()
  const [code] = await db
    .select({ expiresAt: controlCodes.expiresAt })
    .from(controlCodes)
    .where(isWorking(userId, 'phone', now))
  return code ? { valid_for_s: Math.ceil(code.expiresAt.since(now).total('seconds')) } : null
}
