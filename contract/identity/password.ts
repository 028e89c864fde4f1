import * as z from 'zod/mini'
import type { ErrorKey } from '../errors.ts'

const minLength = 8
const minUnique = 5
/** Argon2 takes any length; the limit keeps a request cheap. */
const maxLength = 128
/** Longer input is not checked for other faults. */
const longestTyped = 1000

/** The rules of R5.03 in the order in which they are shown, each with the refusal it gives. */
export const passwordRules = [
  { key: 'password_too_short', holds: password => Array.from(password).length >= minLength },
  { key: 'password_missing_digit', holds: password => /[0-9]/.test(password) },
  { key: 'password_missing_uppercase', holds: password => /[A-Z]/.test(password) },
  { key: 'password_missing_lowercase', holds: password => /[a-z]/.test(password) },
  { key: 'password_few_unique', holds: password => new Set(password).size >= minUnique },
  { key: 'password_diacritics', holds: password => !/\p{M}/u.test(password.normalize('NFD')) },
  {
    key: 'password_illegal_character',
    // Letters with diacritics have their own rule above; the rest must be visible ASCII.
    holds: password => /^[\x21-\x7e]*$/.test(password.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  },
  { key: 'password_too_long', holds: password => password.length <= maxLength },
] as const satisfies readonly { key: ErrorKey; holds: (password: string) => boolean }[]

/**
 * Validates a password: every rule that it breaks (R5.03).
 *
 * @param password as typed; never trimmed
 * @returns keys of the error catalogue, empty when the password is fine
 */
export const passwordFaults = (password: string): ErrorKey[] =>
  passwordRules.filter(rule => !rule.holds(password)).map(rule => rule.key)

/** A new password: every broken rule is a fault of its own. */
export const NewPassword = z
  .string()
  .check(
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(longestTyped, { error: 'password_too_long', abort: true }),
    ...passwordRules.map(({ key, holds }) => z.refine<string>(holds, key)),
  )
