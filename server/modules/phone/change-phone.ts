import { requirePhoneChange, setPhoneToChange } from '#server/modules/identity/index.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { closeCodes } from './issue-code.ts'
import type { PhoneDeps } from './phone-deps.ts'
import { sendPhoneCode } from './send-phone-code.ts'

/**
 * Stores a mobile number as pending, and sends it the first verification code (R1.11, R4.14). The reader's present number
 * needs no verification; null drops the pending one.
 *
 * @param number `09xxxxxxxx` or null
 * @throws AppError `phone_sms_recurrence`, `phone_sms_subscriber`, `phone_cannot_change_now`, `too_many_codes`,
 *   `user_anonymization_pending`
 */
export async function changePhone(deps: PhoneDeps, actor: Actor, number: string | null): Promise<void> {
  const { userId } = actor
  const { phone, locale } = await requirePhoneChange(deps.db, deps.facts, userId)
  if (number === null || number === phone) {
    await deps.db.transaction(async tx => {
      await setPhoneToChange(tx, userId, null)
      await closeCodes(tx, deps, { userId, kind: 'phone' })
    })
    return
  }
  await sendPhoneCode(deps, { userId, number, locale }, tx => setPhoneToChange(tx, userId, number))
}
