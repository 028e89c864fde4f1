/** A text message as it leaves the house, written in the reader's language. */
export type OutgoingSms = {
  /** Stable over repeats, so that the other side may recognise a second delivery. */
  id: string
  /** International form, e.g. `+421905123456`. */
  to: string
  text: string
}

export type SmsGateway = {
  /** Hands a message over; throws when the other side did not take it, so that it is tried again. */
  send(sms: OutgoingSms): Promise<void>
}
