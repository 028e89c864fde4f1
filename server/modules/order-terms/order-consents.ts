import * as z from 'zod'

/** What the buyer agreed to by pressing the button, kept with the order (R11.08). */
export const OrderConsents = z.strictObject({
  /** Version of the terms and the privacy notice. */
  terms_version: z.string(),
  terms_url: z.string(),
  privacy_url: z.string(),
  /**
   * Express request to begin before the time of withdrawal is over, with the acknowledgement of what it costs
   * (Directive 2011/83/EU, art. 8(8) and 14(3)).
   */
  begin_at_once: z.boolean(),
  /** Version of the withdrawal information and of the words of the request; null for companies, who have no right. */
  withdrawal_information: z.nullable(z.string()),
  /** When they stood over the button that was pressed, ISO 8601. */
  shown_at: z.iso.datetime(),
})
export type OrderConsents = z.infer<typeof OrderConsents>

/** Whether the subscription waits until the time of withdrawal is over: its buyer may withdraw and asked for no more. */
export const isAfterWithdrawal = ({ consents }: { consents: OrderConsents | null }): boolean =>
  consents !== null && consents.withdrawal_information !== null && !consents.begin_at_once
