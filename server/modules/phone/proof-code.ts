import { controlCodeRules } from '#contract/phone/phone.ts'
import { lockReader } from '#server/modules/identity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import type { CodeSubject } from './code-hash.ts'
import { issueCode, isWorking } from './issue-code.ts'
import { controlCodes } from './tables.ts'
import { type CodeOutcome, useCode } from './use-code.ts'

/** Of one mailbox: a code that was mailed to the former e-mail proves nothing of the present one. */
const subjectOf = ({ id, email }: { id: number; email: string }): CodeSubject => ({
  userId: id,
  kind: 'storm_shield',
  target: email,
})

/**
 * Mails a reader a code that proves access to the account's mailbox.
 *
 * @param options.again a new one, which voids the former; otherwise one that is still valid stays
 * @throws AppError `too_many_codes`, `user_not_found`
 */
export async function sendProofCode(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  { userId }: Actor,
  options: { again: boolean },
): Promise<void> {
  await deps.db.transaction(async tx => {
    const user = await lockReader(tx, userId)
    if (!user) throw new AppError('user_not_found')
    if (!options.again && (await hasWorkingCode(tx, deps, userId))) return
    const { code } = await issueCode(tx, deps, subjectOf(user))
    await sendMail(tx, deps, {
      to: user.email,
      locale: user.locale,
      template: 'storm_shield_code',
      values: { code, minutes: controlCodeRules.lifeMinutes },
      link: `${deps.settings.origins.account}/nastavenia`,
    })
  })
}

/** Tries such a code; a right one is used up. */
export async function tryProofCode(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { userId }: Actor,
  typed: string,
): Promise<CodeOutcome> {
  // A wrong try has to stay counted, so the transaction is committed in any case.
  return deps.db.transaction(async tx => {
    const user = await lockReader(tx, userId)
    return user ? useCode(tx, deps, subjectOf(user), typed) : { state: 'none' }
  })
}

async function hasWorkingCode(tx: Tx, { clock }: Pick<Deps, 'clock'>, userId: number): Promise<boolean> {
  const found = await tx
    .select({ id: controlCodes.id })
    .from(controlCodes)
    .where(isWorking(userId, 'storm_shield', clock.now()))
  return found.length > 0
}
