import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswords } from '#contract/identity/common-passwords.ts'
import { passwordFaults } from '#contract/identity/password.ts'
import { isCommonPassword, passwordStrength } from './password-gauge.ts'

test.each([
  ['', 0],
  ['heslo', 0],
  ['Heslo123', 0],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 0],
  ['P@ssw0rd!', 1],
  ['Bratislava1!', 1],
  ['Heslo-1234', 2],
  ['vlak-mesto-kniha-more', 1],
  ['Vlak-mesto7', 4],
  ['tR7k-q2Z', 2],
  ['Vlak-mesto-kniha-7', 4],
  ['gG4!kf9Qz_ta2', 4],
])('R5.04 the strength of %j is %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test('R5.04 a password that breaks a rule is never more than very weak', () => {
  const password = fc.string({ maxLength: 60 })
  fc.assert(fc.property(password, text => passwordFaults(text).length === 0 || passwordStrength(text) <= 1))
})

test('R5.03 a common password is known whatever its capitals; each stands in the list once', () => {
  expect(isCommonPassword('PassWord1')).toBe(true)
  expect(isCommonPassword('Heslo-1234')).toBe(false)
  expect(commonPasswords.length).toBeGreaterThanOrEqual(200)
  expect(new Set(commonPasswords).size).toBe(commonPasswords.length)
})
