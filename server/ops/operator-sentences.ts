import { AppError, type PlainErrorKey } from '#server/platform/app-error.ts'

/** What operators are told of refusals whose own text speaks to the reader whom they concern. */
const sentences = {
  account_already_confirmed: 'This reader’s account is activated already.',
  gift_already_activated: 'This gift was activated already.',
  gift_expired: 'This gift can no longer be activated.',
  not_found: 'There is nothing by this id or code.',
  too_many_activation_emails:
    'This reader was sent several activation e-mails within the hour; send the next one later.',
  user_not_found: 'There is no such reader.',
} as const satisfies Partial<Record<PlainErrorKey, string>>

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
