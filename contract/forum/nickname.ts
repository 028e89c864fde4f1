import * as z from 'zod/mini'

/** R5.05 */
export const nicknameLength = { min: 3, max: 15 } as const

/** Before normalisation, where a letter may be several code points. */
const longestTyped = 200

/** Length in code points, not in UTF-16 units. */
const lengthOf = (text: string): number => Array.from(text).length

/**
 * A requested nickname, normalised to NFKC: full-width and decomposed letters become plain ones (R5.05).
 * `hasNicknameAlphabet` checks its characters.
 */
export const Nickname = z.string().check(
  z.trim(),
  // Before normalisation, by which one character may become eighteen.
  z.maxLength(longestTyped, { error: 'nickname_field_length_max', abort: true }),
  z.normalize('NFKC'),
  z.minLength(1, { error: 'required', abort: true }),
  z.refine(text => lengthOf(text) >= nicknameLength.min, 'nickname_field_length_min'),
  z.refine(text => lengthOf(text) <= nicknameLength.max, 'nickname_field_length_max'),
)

/** Whether a nickname holds only Latin letters of European languages, digits, `_`, `.` and `-`, and a letter or digit. */
export const hasNicknameAlphabet = (nickname: string): boolean =>
  /^[a-z\dÀ-ÖØ-öø-ž_.-]+$/i.test(nickname) && /[^_.-]/.test(nickname)
