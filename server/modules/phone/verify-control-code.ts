import type { CodeType } from '#contract/phone/phone.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { confirmPhone, lockReader, requirePhoneChange } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import type { PhoneDeps } from './phone-deps.ts'
import { useCode } from './use-code.ts'

/**
 * Proves by its code that a number is the reader's, and makes it the reader's own (R4.14, R7.06).
 *
 * @param input.code as typed
 * @returns the number
 * @throws AppError `control_code_invalid` with the tries that are left; `control_code_expired` when there is no code
 *   that could be right; `phone_sms_recurrence`, `phone_sms_subscriber`
 */
export async function verifyControlCode(
  deps: PhoneDeps,
  actor: Actor,
  input: { kind: CodeType; code: string },
): Promise<string> {
  const { userId } = actor
  const { phoneToChange: number } = await requirePhoneChange(deps.db, deps.facts, userId)
  if (number === null) throw new AppError(expired)
  // A wrong try has to stay counted, so its refusal is thrown outside the transaction.
  const outcome = await deps.db.transaction(async tx => {
    // Taken first, as whoever sends a code does, so that the two never wait for each other.
    await lockReader(tx, userId)
    const tried = await useCode(tx, deps, { userId, kind: input.kind, target: number }, input.code)
    if (tried.state !== 'right') return tried
    if (!(await confirmPhone(tx, userId, number))) return { state: 'none' } as const
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
