import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { controlCodeRules } from '#contract/phone/phone.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type CodeSubject, hashCode, makeCode } from './code-hash.ts'
import { controlCodes } from './tables.ts'

type IssueDeps = Pick<Deps, 'clock' | 'settings'>

/** How many codes may be sent within how many hours (R4.14). */
const sendLimits = [limits.controlCodesAnHour, limits.controlCodesADay]

/**
 * Makes a code, which kills the former one of its kind. The caller sends it in the same transaction.
 *
 * @returns the code, and until when it works
 * @throws AppError `too_many_codes` beyond 3 an hour or 6 a day, with the seconds to wait
 */
export async function issueCode(
  tx: Tx,
  deps: IssueDeps,
  subject: CodeSubject,
): Promise<{ code: string; expiresAt: Temporal.Instant }> {
  const { userId, kind } = subject
  // Held until the end, so that of many at once none sees a count that is about to change.
  await lockReader(tx, userId)
  // After the wait: seen from before it, what another one sent meanwhile would be in the future.
  const now = deps.clock.now()
  await requireSendsLeft(tx, { userId, kind }, now)
  await closeCodes(tx, deps, { userId, kind })
  await forgetOldCodes(tx, { userId, kind }, now)
  const code = makeCode()
  const expiresAt = now.add({ minutes: controlCodeRules.lifeMinutes })
  await tx
    .insert(controlCodes)
    .values({ userId, kind, codeHash: hashCode(deps.settings, subject, code), sentAt: now, expiresAt })
  return { code, expiresAt }
}

/** Makes the open code of a kind, if there is one, worth nothing. */
export async function closeCodes(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, kind }: Pick<CodeSubject, 'userId' | 'kind'>,
): Promise<void> {
  await tx.update(controlCodes).set({ replacedAt: clock.now() }).where(isOpen(userId, kind))
}

/** The one code of a kind that was neither used nor replaced; it may have expired. */
export const isOpen = (userId: number, kind: CodeSubject['kind']) =>
  and(
    eq(controlCodes.userId, userId),
    eq(controlCodes.kind, kind),
    isNull(controlCodes.usedAt),
    isNull(controlCodes.replacedAt),
  )

/** What no limit counts any more need not be kept. */
async function forgetOldCodes(
  tx: Tx,
  { userId, kind }: Pick<CodeSubject, 'userId' | 'kind'>,
  now: Temporal.Instant,
): Promise<void> {
  const own = and(eq(controlCodes.userId, userId), eq(controlCodes.kind, kind))
  await tx.delete(controlCodes).where(and(own, lte(controlCodes.sentAt, now.subtract({ hours: 24 }))))
}

async function requireSendsLeft(
  tx: Tx,
  { userId, kind }: Pick<CodeSubject, 'userId' | 'kind'>,
  now: Temporal.Instant,
): Promise<void> {
  const own = and(eq(controlCodes.userId, userId), eq(controlCodes.kind, kind))
  const sent = await tx
    .select({ at: controlCodes.sentAt })
    .from(controlCodes)
    .where(and(own, gt(controlCodes.sentAt, now.subtract({ hours: 24 })), lte(controlCodes.sentAt, now)))
    .orderBy(controlCodes.sentAt)
  const waits = sendLimits.flatMap(({ windowS: seconds, points }) => {
    const inWindow = sent.filter(({ at }) => Temporal.Instant.compare(at, now.subtract({ seconds })) > 0)
    // The window has room again once the oldest of the last few has left it.
    const oldest = inWindow.at(-points)
    return oldest ? [oldest.at.add({ seconds }).since(now).total('seconds')] : []
  })
  if (waits.length > 0) throw new AppError('too_many_codes', { retryAfterS: Math.ceil(Math.max(...waits)) })
}
