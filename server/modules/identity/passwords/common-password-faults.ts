import { isCommonPassword } from '#contract/identity/common-passwords.ts'
import type { Fault } from '#server/platform/app-error.ts'

/** The fault of a new password that is one of the commonest, beyond the rules of R5.03. */
export const commonPasswordFaults = (password: string): Fault[] =>
  isCommonPassword(password) ? [{ key: 'password_common', field: 'plain_password' }] : []
