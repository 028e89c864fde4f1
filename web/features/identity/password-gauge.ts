/** What tells a password's strength, in a file of its own so that it is fetched only by those who choose one. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { commonPasswords, isCommonPassword } from '#contract/identity/common-passwords.ts'
import { passwordFaults } from '#contract/identity/password.ts'

export { isCommonPassword }

/** 0 and 1 very weak, 2 weak, 3 good, 4 strong (R5.04). */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

const zxcvbn = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  // The library's own words, and those that Slovak readers choose.
  dictionary: { ...dictionary, ownPasswords: [...commonPasswords] },
})

/**
 * How hard a password is to guess. One that breaks a rule of R5.03 is very weak, however long.
 *
 * @param password as typed
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '' || isCommonPassword(password)) return 0
  const { score } = zxcvbn.check(password)
  return score > 1 && passwordFaults(password).length > 0 ? 1 : score
}
