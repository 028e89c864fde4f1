import { withAsciiDomain } from '#contract/wire.ts'

/** Normalizes an e-mail for storing and comparing: the same mailbox is the same reader, however it is typed. */
export const normaliseEmail = (email: string): string => withAsciiDomain(email.trim().toLowerCase())
