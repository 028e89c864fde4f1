import type { CodeType } from '#contract/phone/phone.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { confirmPhone, lockReader, requirePhoneChange } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import type { PhoneDeps } from './phone-deps.ts'
import { useCode } from './use-code.ts'

/**
 * Verifies the pending number by its code, and makes it the reader's own (R4.14, R7.06).
 *
 * @param input.code as typed
 * @returns the number
 * @throws AppError `control_code_invalid` with the tries that are left; `control_code_expired` when no code
 *   is open; `phone_sms_recurrence`, `phone_sms_subscriber`
 */
export async function verifyControlCode(
  deps: PhoneDeps,
  actor: Actor,
  input: { kind: CodeType; code: string },
): Promise<string> {
  const { userId } = actor
  const { phoneToChange: number } = await requirePhoneChange(deps.db, deps.facts, userId)
  if (number === null) throw new AppError(expired)
  // A wrong try has to stay counted: the refusal is thrown outside the transaction, which commits.
  const outcome = await deps.db.transaction(async tx => {
    // Locked first, as when sending a code: one lock order, so no deadlock.
    await lockReader(tx, userId)
    const tried = await useCode(tx, deps, { userId, kind: input.kind, target: number }, input.code)
    if (tried.state !== 'right') return tried
    if (!(await confirmPhone(tx, deps, userId, number))) return { state: 'none' } as const
    await recordActivity(tx, deps, { userId, kind: 'phone_changed' })
    return tried
  })
  if (outcome.state === 'right') return number
  throw new AppError(
    outcome.state === 'wrong'
      ? { key: 'control_code_invalid', field: 'control_code', params: { tries_left: outcome.triesLeft } }
      : expired,
  )
}

const expired = { key: 'control_code_expired', field: 'control_code' } as const
