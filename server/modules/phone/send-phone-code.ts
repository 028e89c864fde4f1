import { controlCodeRules } from '#contract/phone/phone.ts'
import type { Locale } from '#contract/wire.ts'
import { sendSms } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { say } from '#server/platform/texts/messages.ts'
import { issueCode, requireSendsLeft } from './issue-code.ts'
import type { PhoneDeps } from './phone-deps.ts'

/**
 * Sends a new code to a number.
 *
 * @param subject.number `09xxxxxxxx`
 * @param alongside work for the same transaction
 * @throws AppError `too_many_codes`; `phone_cannot_change_now` where no messages can be sent
 */
export async function sendPhoneCode(
  deps: PhoneDeps,
  subject: { userId: number; number: string; locale: Locale },
  alongside: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  const { userId, number, locale } = subject
  if (!deps.settings.canSendSms) throw new AppError('phone_cannot_change_now')
  const send = async (tx: Tx) => {
    const { code, expiresAt } = await issueCode(tx, deps, { userId, kind: 'phone', target: number })
    await alongside(tx)
    await sendSms(tx, deps, {
      userId,
      to: number.replace(/^0/, '+421'),
      text: say(locale, 'sms.control_code', {
        code,
        minutes: controlCodeRules.lifeMinutes,
        host: new URL(deps.settings.origins.account).hostname,
      }),
      useUntil: expiresAt.toString(),
    })
  }
  // Asked before too, so that a flood of refused requests never fills the number's count, not even while under way.
  await requireSendsLeft(deps.db, { userId, kind: 'phone' }, deps.clock.now())
  await deps.limiter.attempt([[limits.controlCodesByNumber, number]], () => deps.db.transaction(send))
}
