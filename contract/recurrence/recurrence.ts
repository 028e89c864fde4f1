import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { AgreedTerms } from '../orders/order-terms.ts'
import { DeclineReason } from '../payments/decline-reason.ts'
import { AccessFlag, Card, ProductName, Subscription } from '../subscriptions/subscriptions.ts'
import { freeText, IdParam, Instant, Money, UserParams, usersPath } from '../wire.ts'

const tag = 'Renewal'
const subscriptionPath = `${usersPath}/subscriptions/:id` as const

/** What can be done with a renewal is read at these, and depends on what was done with it. */
export const choicePaths = {
  changes: `${subscriptionPath}/changes`,
  offers: `${subscriptionPath}/offers`,
  pause: `${subscriptionPath}/pause`,
} as const
const SubscriptionParams = z.extend(UserParams, { id: IdParam })
const own = { tag, access: 'reader', params: SubscriptionParams } as const

/** How long before a payment its renewal can still be stopped (R9.05). */
export const stopNoticeMs = 48 * 3_600_000

/** A reader's answers when turning renewal off. */
export const SurveyAnswers = z.strictObject({
  survey_id: z.string().check(z.maxLength(100, 'max_length')),
  /** Codes of the options that were chosen, by the code of the question. */
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** In the reader's own words. */
  feedback: z.optional(z.nullable(freeText(2000))),
})
export type SurveyAnswers = z.infer<typeof SurveyAnswers>

export const switchRecurrence = endpoint({
  ...own,
  method: 'PUT',
  path: `${subscriptionPath}/recurrence`,
  summary: 'Turn the renewal of a subscription on or off, off with what the reader says about it',
  body: z.discriminatedUnion('enabled', [
    z.strictObject({ enabled: z.literal(true) }),
    z.strictObject({ enabled: z.literal(false), survey: z.optional(SurveyAnswers) }),
  ]),
  success: { status: 200, body: Subscription },
  refusals: [
    'subscription_not_found',
    'recurrence_no_payment',
    'recurrence_not_recurrent',
    'recurrence_too_late',
    'recurrence_ended',
    'recurrence_failed',
    'recurrence_barred',
  ],
})

/** Questions put to a reader who turns renewal off, in the language of the call. */
export const Survey = z.object({
  id: z.string(),
  title: z.string(),
  questions: z.array(
    z.object({
      code: z.string(),
      text: z.string(),
      kind: z.enum(['one', 'many']),
      options: z.array(
        z.object({
          code: z.string(),
          text: z.string(),
          /** Step of the flow offered to a reader who chooses it. */
          leads_to: z.nullable(z.enum(['technical_help', 'upgrade'])),
        }),
      ),
    }),
  ),
  feedback: z.object({ text: z.string(), max_length: z.int() }),
})
export type Survey = z.infer<typeof Survey>

export const readSurvey = endpoint({
  method: 'GET',
  path: '/rest/api/prv/v1/surveys/:surveyId',
  summary: 'Questions of a survey about turning renewal off, in the language of Accept-Language',
  tag,
  access: 'public',
  params: z.object({ surveyId: z.string().check(z.maxLength(100, 'not_found')) }),
  success: { status: 200, body: Survey },
  refusals: ['not_found'],
})

/** Code of an offer or of a change, which bears the sum that its reader was shown. */
export const OfferCode = z.string().check(z.maxLength(200, 'offer_changed'))

/** Why what is charged to the card of the renewal at once is refused. */
export const chargedAtOnce = [
  'subscription_not_found',
  'offer_changed',
  'address_abroad',
  'order_terms_changed',
  'begin_at_once_required',
  'card_declined',
  'card_insufficient_funds',
  'card_expired',
  'card_authentication_required',
] as const

/** How far the payment of a change that is charged at once has come (R17.03). */
export const ChangePayment = z.object({
  /** `processing`: the gateway has not told yet; it is asked until it does, and its reader is mailed the result. */
  state: z.enum(['none', 'processing', 'paid', 'failed']),
  type: z.nullable(ProductName),
  price: z.nullable(Money),
  /** Why the bank refused the card; null where nothing was charged for another reason. */
  decline: z.nullable(DeclineReason),
})
export type ChangePayment = z.infer<typeof ChangePayment>

export const readChangePayment = endpoint({
  ...own,
  method: 'GET',
  path: `${subscriptionPath}/change-payment`,
  summary: 'How far the payment of the newest change of a subscription that is charged at once has come',
  success: { status: 200, body: ChangePayment },
  refusals: ['subscription_not_found'],
})

/** A retention offer instead of turning renewal off. Its price is the one charged when it is accepted. */
export const Offer = z.object({
  /** Identifies the offer with its price: a changed price is another offer. */
  code: z.string(),
  kind: z.enum(['upgrade']),
  type: z.object({ code: z.string(), name: z.string() }),
  /** Access gained beyond the current subscription. */
  gained: z.array(AccessFlag),
  /** Charged at once, for the rest of the current period (proration). */
  price: Money,
  period: z.object({ from: Instant, to: Instant }),
  /** The renewal that follows. */
  next_payment: z.object({ at: Instant, price: Money }),
  card: Card,
})
export type Offer = z.infer<typeof Offer>

export const listOffers = endpoint({
  ...own,
  method: 'GET',
  path: choicePaths.offers,
  summary: 'What a reader can have instead of turning renewal off',
  success: { status: 200, body: z.object({ items: z.array(Offer) }) },
  refusals: ['subscription_not_found'],
})

export const acceptOffer = endpoint({
  ...own,
  method: 'POST',
  path: `${choicePaths.offers}/:code`,
  summary:
    'Accept an offer, which is an order: its price is charged to the card of the renewal; answers the new subscription',
  params: z.extend(SubscriptionParams, { code: OfferCode }),
  /** What stood over the button; refused when other terms are shown now, and without the request to begin at once. */
  body: z.strictObject({ agreed: AgreedTerms }),
  success: { status: 201, body: Subscription },
  accepted: { body: ChangePayment },
  refusals: chargedAtOnce,
})
