import type { OutgoingMail } from '#server/gateways/mail/port.ts'

/** The secret of the link in a mail of the central login. @throws Error when the mail bears no such link */
export function tokenInMail(
  mail: OutgoingMail,
  page: 'activate' | 'new-password' | 'change-email' | 'take-back-email' | 'sign-in',
): string {
  const [, token] = new RegExp(`/login/${page}/([\\w-]+)`).exec(mail.text) ?? []
  if (token === undefined) throw new Error(`No link to /login/${page} in the mail "${mail.subject}"`)
  return token
}
