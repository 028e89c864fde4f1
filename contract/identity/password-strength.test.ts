import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswords, isCommonPassword } from './common-passwords.ts'
import { passwordFaults } from './password.ts'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['heslo', 0],
  ['Heslo123', 0],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 0],
  ['abcdefghijklmnop', 0],
  ['Heslo-1234', 0],
  ['P@ssw0rd!', 0],
  ['Bratislava1!', 0],
  ['vlak-mesto-kniha-more', 1],
  ['Kocur1987', 1],
  ['Vlak-mesto7', 2],
  ['Kocur-1987-x', 2],
  ['tR7k-q2Z', 3],
  ['Vlak-mesto-kniha-7', 4],
  ['gG4!kf9Qz_ta2', 4],
])('R5.04 the strength of %j is %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test('R5.04 a password that breaks a rule is never more than very weak', () => {
  const password = fc.string({ maxLength: 60 })
  fc.assert(fc.property(password, text => passwordFaults(text).length === 0 || passwordStrength(text) <= 1))
})

test('R5.04 a common word, a run or a repetition at the end makes a password hardly stronger', () => {
  const base = passwordStrength('Mrkva7')
  for (const end of ['1234', 'aaaa', 'heslo', 'qwerty']) {
    expect(passwordStrength(`Mrkva7${end}`), end).toBeLessThanOrEqual(base + 1)
  }
})

test('a common password is known whatever its capitals; each stands in the list once', () => {
  expect(isCommonPassword('PassWord1')).toBe(true)
  expect(isCommonPassword('Heslo-1234')).toBe(false)
  expect(commonPasswords.length).toBeGreaterThanOrEqual(200)
  expect(new Set(commonPasswords).size).toBe(commonPasswords.length)
})
