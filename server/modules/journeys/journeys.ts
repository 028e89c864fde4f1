import { addAccesses } from '#contract/companies/companies.ts'
import { activateFamilyRequest } from '#contract/companies/family-requests.ts'
import { activateCoupon } from '#contract/coupons/coupons.ts'
import { removeDevice } from '#contract/devices/devices.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sendGift } from '#contract/gifts/gifts.ts'
import { writeToHelpDesk } from '#contract/help/write-to-help-desk.ts'
import {
  activateAccount,
  register,
  requestNewPassword,
  setNewPassword,
  signIn,
} from '#contract/identity/central-login.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/identity/change-email.ts'
import { confirmSignups } from '#contract/newsletters/mailed-links.ts'
import { requestSignup, requestSignups, signUp } from '#contract/newsletters/newsletters.ts'
import { createOrder } from '#contract/orders/orders.ts'
import { startCardChange } from '#contract/payment-cards/payment-cards.ts'
import { createControlCode, verifyControlCode } from '#contract/phone/phone.ts'
import { requestAnonymization } from '#contract/privacy/anonymization.ts'
import { changeSubscription, undoChange } from '#contract/recurrence/change-subscription.ts'
import { pauseRecurrence } from '#contract/recurrence/pause-recurrence.ts'
import { acceptOffer, switchRecurrence } from '#contract/recurrence/recurrence.ts'
import { withdraw, withdrawByNumber } from '#contract/withdrawals/withdrawals.ts'

/** A call of a journey. */
type Step = {
  endpoint: Endpoint
  /** `whole`: begins and ends it; `begins` and `ends`: something comes between, such as a mail or the gateway's page. */
  part: 'whole' | 'begins' | 'ends'
  /** Which requests of the call belong to it, by a field of their body; all of them without it. */
  where?: readonly [field: string, value: unknown]
}

const whole = (...endpoints: Endpoint[]): Step[] => endpoints.map(endpoint => ({ endpoint, part: 'whole' }))
const from = (...endpoints: Endpoint[]): Step[] => endpoints.map(endpoint => ({ endpoint, part: 'begins' }))
const to = (endpoint: Endpoint): Step => ({ endpoint, part: 'ends' })

/**
 * What readers come for, by the name under which `profil_journeys_total` counts it. Orders and card changes end when
 * their payment is settled (`countSettled`).
 */
export const journeys = {
  sign_in: whole(signIn),
  sign_up: [...from(register), to(activateAccount)],
  new_password: [...from(requestNewPassword), to(setNewPassword)],
  email_change: [...from(requestEmailChange), to(confirmEmailChange)],
  phone: [...from(createControlCode), to(verifyControlCode)],
  order_by_card: [{ endpoint: createOrder, part: 'begins', where: ['method', 'card'] }],
  order_by_transfer: [{ endpoint: createOrder, part: 'begins', where: ['method', 'bank_transfer'] }],
  card_change: from(startCardChange),
  stop: [{ endpoint: switchRecurrence, part: 'whole', where: ['enabled', false] }],
  renew_again: [{ endpoint: switchRecurrence, part: 'whole', where: ['enabled', true] }],
  pause: whole(pauseRecurrence),
  change_of_plan: whole(changeSubscription),
  undo_change_of_plan: whole(undoChange),
  offer: whole(acceptOffer),
  withdrawal: whole(withdraw, withdrawByNumber),
  code: whole(activateCoupon),
  gift: whole(sendGift),
  device_removal: whole(removeDevice),
  invitation: whole(addAccesses),
  invitation_taken: whole(activateFamilyRequest),
  newsletter: whole(signUp),
  newsletter_by_mail: [...from(requestSignup, requestSignups), to(confirmSignups)],
  help: whole(writeToHelpDesk),
  account_deletion: whole(requestAnonymization),
} as const satisfies Record<string, readonly Step[]>

export type Journey = keyof typeof journeys
export type { Step }
