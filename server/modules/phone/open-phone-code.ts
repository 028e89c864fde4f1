import { and, gt, lt } from 'drizzle-orm'
import { controlCodeRules } from '#contract/phone/phone.ts'
import type { Deps } from '#server/platform/deps.ts'
import { isOpen } from './issue-code.ts'
import { controlCodes } from './tables.ts'

/**
 * How long the code that was sent to a reader's number still works, so that a page that is loaded anew counts on.
 *
 * @returns whole seconds; null when no code could be right any more
 */
export async function openPhoneCode(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<{ valid_for_s: number } | null> {
  const now = clock.now()
  const [code] = await db
    .select({ expiresAt: controlCodes.expiresAt })
    .from(controlCodes)
    .where(
      and(
        isOpen(userId, 'phone'),
        lt(controlCodes.tries, controlCodeRules.tries),
        gt(controlCodes.expiresAt, now),
      ),
    )
  return code ? { valid_for_s: Math.ceil(code.expiresAt.since(now).total('seconds')) } : null
}
