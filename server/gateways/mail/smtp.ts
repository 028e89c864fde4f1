import { createTransport } from 'nodemailer'
import type { MailGateway } from './port.ts'

/**
 * Mail by SMTP.
 *
 * @param url e.g. `smtp://user:password@host:587` (STARTTLS when offered) or `smtps://…`
 * @param from address that the mails come from
 */
export function smtpGateway(url: string, from: string): MailGateway {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A template never names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, ...mail }) => {
      // The address as an object is never parsed as a list: one mail, one recipient.
      await transport.sendMail({ ...mail, from, to: { name: '', address: to } })
    },
    close: () => transport.close(),
  }
}
