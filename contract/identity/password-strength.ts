import { commonPasswords, isCommonPassword } from './common-passwords.ts'
import { passwordFaults } from './password.ts'

/** 0 and 1 very weak, 2 weak, 3 good, 4 strong (R5.04). */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

/** Bits of guessing from which a strength is reached; docs/decisions/007-strength-of-passwords.md tells why these. */
const bitsOf = { 1: 20, 2: 35, 3: 50, 4: 65 } as const

/** Kinds of characters, and how many there are of each. */
const kinds = [
  { pattern: /[a-z]/, size: 26 },
  { pattern: /[A-Z]/, size: 26 },
  { pattern: /[0-9]/, size: 10 },
  { pattern: /[^a-zA-Z0-9]/, size: 33 },
]

/** Stands for a word that a guesser tries as a whole; no key types it. */
const oneGuess = '\u0001'

/** Words worth finding inside a password, the longest first, so that it is not taken to pieces. */
const words = commonPasswords.filter(word => word.length >= 4).sort((a, b) => b.length - a.length)

/** Digits and signs that are written in the place of letters. */
const disguises: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
}

/** Bits of a letter or digit within a run of three and more: words and years are guessed as such, not by the letter. */
const wordBits = 3

/**
 * How hard a password is to guess, from its length, its kinds of characters, its different characters, and the
 * commonest passwords in it (R5.04). One that breaks a rule is very weak, however long.
 *
 * @param password as typed
 */
export function passwordStrength(password: string): PasswordStrength {
  if (isCommonPassword(password)) return 0
  const bits = guessBits(password)
  const strength =
    bits < bitsOf[1] ? 0 : bits < bitsOf[2] ? 1 : bits < bitsOf[3] ? 2 : bits < bitsOf[4] ? 3 : 4
  return strength > 1 && passwordFaults(password).length > 0 ? 1 : strength
}

/** Bits of the independent choices that a password is made of: a known word, a run and a repetition are one each. */
function guessBits(password: string): number {
  const pool = kinds.reduce((sum, { pattern, size }) => sum + (pattern.test(password) ? size : 0), 0)
  if (pool === 0) return 0
  const choices = withoutRuns(withoutWords(password.toLowerCase()))
  const inWords = (choices.match(/[a-z]{3,}|[0-9]{3,}/g) ?? []).join('').length
  const bits = inWords * wordBits + (choices.length - inWords) * Math.log2(pool)
  // Twenty characters of which three are different hold little more than the three.
  return bits * Math.min(1, (2 * new Set(choices).size) / choices.length)
}

function withoutWords(password: string): string {
  const plain = password.replaceAll(/[01345@$]/g, sign => disguises[sign] ?? sign)
  let rest = password
  for (const word of words) {
    for (const text of [rest, plain.length === rest.length ? plain : rest]) {
      const at = text.indexOf(word)
      if (at !== -1) rest = rest.slice(0, at) + oneGuess + rest.slice(at + word.length)
    }
  }
  return rest
}

/** Leaves the first two of aaaa, 1234 or dcba. */
function withoutRuns(text: string): string {
  const codes = Array.from(text, char => char.codePointAt(0) ?? 0)
  const step = (index: number) => (codes[index] ?? 0) - (codes[index - 1] ?? 0)
  return Array.from(text)
    .filter((_, index) => index < 2 || Math.abs(step(index)) > 1 || step(index) !== step(index - 1))
    .join('')
}
