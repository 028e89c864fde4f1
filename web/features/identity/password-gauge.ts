/** What tells a password's strength, in a file of its own so that it is fetched only by those who choose one. */
export { isCommonPassword } from '#contract/identity/common-passwords.ts'
export { passwordStrength } from '#contract/identity/password-strength.ts'
