/** A mail as it leaves the house, both parts written in the reader's language. */
export type OutgoingMail = {
  /** Stable over repeats, so that a mailbox may recognise a second delivery. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

export type MailGateway = {
  /** Hands a mail over; throws when the other side did not take it, so that it is tried again. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}
