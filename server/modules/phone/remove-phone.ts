import { recordActivity } from '#server/modules/activity/index.ts'
import { removePhoneNumbers, requirePhoneChange } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { closeCodes } from './issue-code.ts'
import type { PhoneDeps } from './phone-deps.ts'

/**
 * Removes the reader's mobile number, and the pending one.
 *
 * @throws AppError `not_found` when there is none; `phone_sms_recurrence`, `phone_sms_subscriber` (R6.05)
 */
export async function removePhone(deps: PhoneDeps, { userId, by }: Requester): Promise<void> {
  await requirePhoneChange(deps.db, deps.facts, userId)
  await deps.db.transaction(async tx => {
    if (!(await removePhoneNumbers(tx, userId))) throw new AppError('not_found')
    await closeCodes(tx, deps, { userId, kind: 'phone' })
    await recordActivity(tx, deps, { userId, by, kind: 'phone_removed' })
  })
}
