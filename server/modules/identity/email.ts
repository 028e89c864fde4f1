import { withAsciiDomain } from '#contract/wire.ts'

/** The form in which an e-mail is kept and compared: the same mailbox is the same reader, however it is typed. */
export const normaliseEmail = (email: string): string => withAsciiDomain(email.trim().toLowerCase())
