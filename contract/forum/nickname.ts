import * as z from 'zod/mini'

/** R5.05 */
export const nicknameLength = { min: 3, max: 15 } as const

/** In the form in which it is typed, where a letter may be several signs. */
const longestTyped = 200

/** Characters as a reader counts them, not as they are stored. */
const lengthOf = (text: string): number => Array.from(text).length

/**
 * A nickname that is asked for, in the form in which it is kept: full-width and decomposed letters become the plain
 * ones that they stand for (R5.05). Which characters it may hold is asked of `hasNicknameAlphabet`.
 */
export const Nickname = z.string().check(
  z.trim(),
  // Before it is normalised: one sign may become eighteen.
  z.maxLength(longestTyped, { error: 'nickname_field_length_max', abort: true }),
  z.normalize('NFKC'),
  z.minLength(1, { error: 'required', abort: true }),
  z.refine(text => lengthOf(text) >= nicknameLength.min, 'nickname_field_length_min'),
  z.refine(text => lengthOf(text) <= nicknameLength.max, 'nickname_field_length_max'),
)

/** Whether a nickname holds only Latin letters of European languages, digits, `_`, `.` and `-`, and a letter or digit. */
export const hasNicknameAlphabet = (nickname: string): boolean =>
  /^[a-z\dÀ-ÖØ-öø-ž_.-]+$/i.test(nickname) && /[^_.-]/.test(nickname)
