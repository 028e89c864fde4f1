/** Control characters, lone surrogates, line separators, and bidirectional controls. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

/** Whether a text is one line that can be printed on an envelope and does not change how what is beside it reads. */
export const isPlainText = (text: string): boolean => !unprintable.test(text)

/** Whether a text may be a person's name: letters of any script, and what stands between them. */
export const isPersonName = (text: string): boolean => /^['’]?\p{L}[\p{L}\p{M} .,'’ʼ`´&/()‐‑–-]*$/u.test(text)
