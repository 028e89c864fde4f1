import type { CodeType } from '#contract/phone/phone.ts'
import { requirePhoneChange } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/http/route.ts'
import type { PhoneDeps } from './phone-deps.ts'
import { sendProofCode } from './proof-code.ts'
import { sendPhoneCode } from './send-phone-code.ts'

/**
 * Resends a code, to the pending number or, for the storm shield, to the account's mailbox; the former code stops
 * working (R7.05).
 *
 * @param kind what the code is to verify
 * @throws AppError `phone_cannot_change_now` when no number is pending, `control_code_not_awaited` for an e-mail
 *   address, of which none ever does; `too_many_codes`, `phone_sms_recurrence`, `phone_sms_subscriber`
 */
export async function createControlCode(deps: PhoneDeps, actor: Actor, kind: CodeType): Promise<void> {
  if (kind === 'storm_shield') {
    await sendProofCode(deps, actor, { again: true })
    return
  }
  if (kind === 'email') throw new AppError('control_code_not_awaited')
  const { userId } = actor
  const { phoneToChange: number, locale } = await requirePhoneChange(deps.db, deps.facts, userId)
  if (number === null) throw new AppError('phone_cannot_change_now')
  await sendPhoneCode(deps, { userId, number, locale })
}
