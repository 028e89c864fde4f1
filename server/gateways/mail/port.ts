import { FinalFailure } from '#server/platform/jobs/final-failure.ts'

/** An outgoing mail, both parts in the reader's language. */
export type OutgoingMail = {
  /** Stable over retries, so that the receiving side can dedupe. */
  messageId: string
  to: string
  /** Who gets an answer to it, where that is not its sender. */
  replyTo?: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** PNG pictures that its HTML shows by `cid:`. */
  pictures?: readonly { cid: string; content: Buffer }[]
  /** Files to keep. */
  files?: readonly MailFile[]
}

/** A file that comes with a mail. */
export type MailFile = { filename: string; contentType: string; content: Uint8Array }

/**
 * Permanent failure: the address does not exist, or the content is refused (RFC 5321, 5yz replies to the recipient or the
 * content). A retry would only harm the sender's reputation.
 */
export class MailRefused extends FinalFailure {
  override name = 'MailRefused'
  /** The reply's codes (RFC 5321, RFC 3463), e.g. `550 5.1.1`; never its text, which may have personal data. */
  readonly code: string

  constructor(code: string, options?: ErrorOptions) {
    super('The mail was refused for good', options)
    this.code = code
  }
}

export type MailGateway = {
  /**
   * Sends a mail.
   *
   * @throws MailRefused on a permanent failure
   * @throws Error on a transient failure, to be retried
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}
