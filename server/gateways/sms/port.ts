/** An outgoing text message in the reader's language. */
export type OutgoingSms = {
  /** Stable over retries, so that the receiving side can dedupe. */
  id: string
  /** International form, e.g. `+421905123456`. */
  to: string
  text: string
}

export type SmsGateway = {
  /** Sends a message; throws when it was not accepted, so that it is retried. */
  send(sms: OutgoingSms): Promise<void>
}
