import type { ErrorKey } from '#contract/errors.ts'
import { AppError } from '#server/platform/app-error.ts'

/** Texts for operators of refusals whose own text addresses the reader. */
const sentences = {
  account_already_confirmed: 'This reader’s account is activated already.',
  // Fallback: this refusal has a message for the reader, to whom the e-book site shows it.
  ebook_limit_reached: 'This reader has downloaded all files that 30 days allow.',
  ebooks_not_included: 'Nothing that this reader has now includes e-books.',
  gift_already_activated: 'This gift was activated already.',
  gift_expired: 'This gift can no longer be activated.',
  idempotency_key_reused: 'This id was that of something else.',
  link_last_sign_in:
    'This is the reader’s only way to sign in: send a link for a password first ("readers send-password-link").',
  link_not_connected: 'This reader has no such account linked.',
  not_found: 'There is nothing by this id or code.',
  phone_sms_recurrence: 'The reader pays by text messages from this number.',
  phone_sms_subscriber: 'The account was opened by a text message from this number and has no subscription.',
  pause_not_possible:
    'It cannot be paused: it is off, paused already, not paid by card, or not for one person.',
  pause_used_up: 'It was paused as often within a year as PAUSES_A_YEAR allows.',
  pause_too_late: 'Its payment is nearer than 48 hours, under way, or has failed.',
  recurrence_barred: 'A payment of this reader is disputed: nothing renews until that is decided.',
  recurrence_ended: 'The paid time is over: there is nothing left to renew.',
  recurrence_failed:
    'The charges of its card failed: the reader has to change the card, which is then charged.',
  recurrence_no_payment: 'It was not paid for, so it never renews.',
  recurrence_not_recurrent: 'It does not renew by card, or what its renewal had paid for was refunded.',
  subscription_not_found: 'There is no such subscription.',
  too_many_activation_emails:
    'This reader was sent several activation e-mails within the hour; send the next one later.',
  too_many_requests: 'This reader was sent several such links within the hour; send the next one later.',
  user_not_found: 'There is no such reader.',
} as const satisfies Partial<Record<ErrorKey, string>>

/** A refusal that an operation may declare: one with a text for operators. */
export type OperatorRefusal = keyof typeof sentences

const isOperatorRefusal = (key: string): key is OperatorRefusal => Object.hasOwn(sentences, key)

/** The same refusal with texts for operators; a fault with a message of its own keeps it. */
export function forOperators(refusal: AppError): AppError {
  const faults = refusal.faults.map(fault =>
    fault.message === undefined && isOperatorRefusal(fault.key)
      ? { ...fault, message: sentences[fault.key] }
      : fault,
  )
  const { retryAfterS } = refusal
  return new AppError(faults, retryAfterS === undefined ? {} : { retryAfterS })
}
