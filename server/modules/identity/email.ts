/** The form in which an e-mail is kept and compared: the same mailbox is the same reader, however it is typed. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()
