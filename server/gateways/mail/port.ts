import { FinalFailure } from '#server/platform/jobs/final-failure.ts'

/** A mail as it leaves the house, both parts written in the reader's language. */
export type OutgoingMail = {
  /** Stable over repeats, so that a mailbox may recognise a second delivery. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** PNG pictures that its HTML shows by `cid:`. */
  pictures?: readonly { cid: string; content: Buffer }[]
}

/**
 * The other side will never take this mail: nobody has the address, or what it says is refused (RFC 5321, 5yz replies to
 * the recipient or the content). Trying again would only spoil the sender's reputation.
 */
export class MailRefused extends FinalFailure {
  override name = 'MailRefused'
  /** The reply's numbers (RFC 5321, RFC 3463), e.g. `550 5.1.1`; its words may name somebody. */
  readonly code: string

  constructor(code: string, options?: ErrorOptions) {
    super('The mail was refused for good', options)
    this.code = code
  }
}

export type MailGateway = {
  /**
   * Hands a mail over.
   *
   * @throws MailRefused when it never will be taken
   * @throws Error when the other side did not take it now, so that it is tried again
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}
