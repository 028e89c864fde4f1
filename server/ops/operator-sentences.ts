import type { ErrorKey } from '#contract/errors.ts'
import { AppError } from '#server/platform/app-error.ts'

/** What operators are told of refusals whose own text speaks to the reader whom they concern. */
const sentences = {
  account_already_confirmed: 'This reader’s account is activated already.',
  // The 31st file speaks to the reader, whichever system asks.
  ebook_limit_reached: 'This reader has downloaded all files that 30 days allow.',
  ebooks_not_included: 'Nothing that this reader has now includes e-books.',
  gift_already_activated: 'This gift was activated already.',
  gift_expired: 'This gift can no longer be activated.',
  idempotency_key_reused: 'This id was that of something else.',
  not_found: 'There is nothing by this id or code.',
  too_many_activation_emails:
    'This reader was sent several activation e-mails within the hour; send the next one later.',
  user_not_found: 'There is no such reader.',
} as const satisfies Partial<Record<ErrorKey, string>>

/** A refusal that an operation may declare: one of which operators are told in a sentence of their own. */
export type OperatorRefusal = keyof typeof sentences

const isOperatorRefusal = (key: string): key is OperatorRefusal => Object.hasOwn(sentences, key)

/** The same refusal with sentences for operators; what speaks to them already stays as it is. */
export function forOperators(refusal: AppError): AppError {
  const faults = refusal.faults.map(fault =>
    fault.message === undefined && isOperatorRefusal(fault.key)
      ? { ...fault, message: sentences[fault.key] }
      : fault,
  )
  const { retryAfterS } = refusal
  return new AppError(faults, retryAfterS === undefined ? {} : { retryAfterS })
}
