import * as z from 'zod/mini'

/** Why a bank refused a card, as far as a reader can do something about it. */
export const declineReasons = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'authentication_required',
  /** Lost, stolen or closed: it will never pay again. */
  'card_unusable',
] as const
export const DeclineReason = z.enum(declineReasons)
export type DeclineReason = z.infer<typeof DeclineReason>
