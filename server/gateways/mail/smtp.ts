import { createTransport } from 'nodemailer'
import * as z from 'zod'
import { type MailGateway, MailRefused } from './port.ts'

/**
 * Mail by SMTP.
 *
 * @param url e.g. `smtp://user:password@host:587` (STARTTLS when offered) or `smtps://…`
 * @param from address that the mails come from
 * @param withinMs after which a mail fails, to be retried, in milliseconds: a server that trickles its replies runs into no
 *   timeout of a socket; less than its transaction may be idle
 */
export function smtpGateway(url: string, from: string, withinMs = 45_000): MailGateway {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Defence in depth: a template never has a file or URL to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, replyTo, pictures = [], files = [], ...mail }) => {
      const inline = pictures.map(({ cid, content }) => ({
        cid,
        content,
        filename: `${cid}.png`,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
      }))
      const attachments = [
        ...inline,
        ...files.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content) })),
      ]
      const reply = replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }
      // The address as an object is never parsed as a list: one mail, one recipient.
      await transport
        .sendMail({
          ...mail,
          attachments,
          from,
          to: { name: '', address: to },
          ...reply,
          signal: AbortSignal.timeout(withinMs),
        })
        .catch((error: unknown) => {
          const code = refusalOf(error)
          throw code === undefined ? error : new MailRefused(code, { cause: error })
        })
    },
    close: () => transport.close(),
  }
}

/** An error of nodemailer with the server's reply and the command. */
const Failure = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
})

/**
 * Codes of a permanent failure of this mail; undefined for any other failure. Replies to the connection, the password or
 * the sender are about us and not about the mail: once fixed, a retry succeeds.
 */
function refusalOf(error: unknown): string | undefined {
  const { data: failure } = Failure.safeParse(error)
  if (failure === undefined) return undefined
  const { code, command, responseCode = 0, response = '' } = failure
  // Refused before sending: an invalid address.
  if (code === 'EENVELOPE' && command === 'API') return 'address'
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return undefined
  const [, detail = ''] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return `${responseCode} ${detail}`.trim()
}
