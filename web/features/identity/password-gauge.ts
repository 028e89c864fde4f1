/** Password strength, a lazily loaded chunk. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { commonPasswords, isCommonPassword } from '#contract/identity/common-passwords.ts'
import { passwordFaults } from '#contract/identity/password.ts'

export { isCommonPassword }

/** 0 and 1 very weak, 2 weak, 3 good, 4 strong (R5.04). */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

const zxcvbn = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  // The library's dictionary and Slovak common passwords.
  dictionary: { ...dictionary, ownPasswords: [...commonPasswords] },
})

/** Estimates a password's strength. One that breaks a rule of R5.03 is very weak. @param password as typed */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '' || isCommonPassword(password)) return 0
  const { score } = zxcvbn.check(password)
  return score > 1 && passwordFaults(password).length > 0 ? 1 : score
}
