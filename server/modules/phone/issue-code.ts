import { and, eq, gt, isNull, lt, lte } from 'drizzle-orm'
import { controlCodeRules } from '#contract/phone/phone.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type CodeSubject, hashCode, makeCode } from './code-hash.ts'
import { controlCodes } from './tables.ts'

type IssueDeps = Pick<Deps, 'clock' | 'settings'>

/** Rate limits: codes within hours (R4.14). */
const sendLimits = [limits.controlCodesAnHour, limits.controlCodesADay]

/**
 * Makes a code, which voids the former one of its kind. The caller sends it in the same transaction.
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
  // Locked until the end, so that concurrent calls are counted one after the other.
  await lockReader(tx, userId)
  // Read the clock after the lock wait, or codes sent meanwhile would be in the future.
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

/** Voids the open code of a kind, if there is one. */
export async function closeCodes(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, kind }: Pick<CodeSubject, 'userId' | 'kind'>,
): Promise<void> {
  await tx.update(controlCodes).set({ replacedAt: clock.now() }).where(isOpen(userId, kind))
}

/** The one code of a kind that was neither used nor replaced; it may have expired. */
const isOpen = (userId: number, kind: CodeSubject['kind']) =>
  and(
    eq(controlCodes.userId, userId),
    eq(controlCodes.kind, kind),
    isNull(controlCodes.usedAt),
    isNull(controlCodes.replacedAt),
  )

/** The open code of a kind, if it can still be tried: not too often tried before, not expired. */
export const isWorking = (userId: number, kind: CodeSubject['kind'], now: Temporal.Instant) =>
  and(isOpen(userId, kind), lt(controlCodes.tries, controlCodeRules.tries), gt(controlCodes.expiresAt, now))

/** Deletes codes older than every rate limit's window. */
async function forgetOldCodes(
  tx: Tx,
  { userId, kind }: Pick<CodeSubject, 'userId' | 'kind'>,
  now: Temporal.Instant,
): Promise<void> {
  const own = and(eq(controlCodes.userId, userId), eq(controlCodes.kind, kind))
  await tx.delete(controlCodes).where(and(own, lte(controlCodes.sentAt, now.subtract({ hours: 24 }))))
}

/**
 * Refuses a reader who has no send of a kind left. Only with the reader's row locked is it a guard.
 *
 * @throws AppError `too_many_codes`
 */
export async function requireSendsLeft(
  tx: Db | Tx,
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
    // Sliding window: there is room once the oldest of the last few has left it.
    const oldest = inWindow.at(-points)
    return oldest ? [oldest.at.add({ seconds }).since(now).total('seconds')] : []
  })
  if (waits.length > 0) throw new AppError('too_many_codes', { retryAfterS: Math.ceil(Math.max(...waits)) })
}
