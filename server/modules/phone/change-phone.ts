import { requirePhoneChange, setPhoneToChange } from '#server/modules/identity/index.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { closeCodes } from './issue-code.ts'
import type { PhoneDeps } from './phone-deps.ts'
import { sendPhoneCode } from './send-phone-code.ts'

/**
 * Keeps a mobile number as the one that its reader has yet to prove, and sends it the first code (R1.11, R4.14). The
 * number that is the reader's own already needs no proof; null gives up what waits.
 *
 * @param number `09xxxxxxxx` or null
 * @throws AppError `phone_sms_recurrence`, `phone_sms_subscriber`, `phone_cannot_change_now`, `too_many_codes`
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
