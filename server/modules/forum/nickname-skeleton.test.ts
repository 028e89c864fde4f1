import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasNicknameAlphabet } from '#contract/forum/nickname.ts'
import { nicknameSkeleton } from './nickname-skeleton.ts'

describe('R5.05 nicknames that look alike are one nickname', () => {
  test.each([
    ['case', 'jana_k', 'JANA_K'],
    ['Cyrillic а', 'jana_k', 'j\u0430n\u0430_k'],
    ['Cyrillic capital letters', 'HOTEP', '\u041d\u041e\u0422\u0415\u0420'],
    ['Greek ο and ν', 'novak', 'n\u03bf\u03bdak'],
    ['a zero-width space', 'jana_k', 'ja\u200bna_k'],
    ['a soft hyphen and a word joiner', 'jana_k', 'ja\u00adna\u2060_k'],
    ['a sign of direction', 'jana_k', '\u202ejana_k'],
    ['full-width letters', 'jana_k', '\uff4a\uff41\uff4e\uff41\uff3f\uff4b'],
    ['composed and decomposed á', 'j\u00e1na', 'ja\u0301na'],
    ['diacritics', 'stastny', 'šťastný'],
    ['1, l and capital I', 'mila', 'mI1a'],
    ['0 and O', 'hora', 'h0ra'],
    ['rn and m', 'marta', 'rnarta'],
    ['vv and w', 'wagner', 'vvagner'],
    ['a dot, a dash and an underscore', 'jana_k', 'jana.-k'],
    ['a mathematical letter', 'jana', '\ud835\udc23ana'],
    ['a dotless i', 'milan', 'm\u0131lan'],
    ['a stroked l', 'laska', 'łaska'],
  ])('%s', (_what, taken, wanted) => {
    expect(nicknameSkeleton(wanted)).toBe(nicknameSkeleton(taken))
  })

  test.each([
    ['jana', 'jano'],
    ['jana1', 'jana2'],
    ['druha_liga', 'druhaliga'],
    ['peter', 'petra'],
  ])('%s and %s are different', (one, other) => {
    expect(nicknameSkeleton(one)).not.toBe(nicknameSkeleton(other))
  })

  test('the skeleton is idempotent: a look-alike keeps it when normalized again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 15 }), text => {
        const skeleton = nicknameSkeleton(text)
        expect(nicknameSkeleton(skeleton)).toBe(skeleton)
        if (hasNicknameAlphabet(text)) expect(nicknameSkeleton(text.toUpperCase())).toBe(skeleton)
      }),
    )
  })

  test('an allowed nickname never has an empty skeleton', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 3, maxLength: 15 }), text => {
        if (hasNicknameAlphabet(text)) expect(nicknameSkeleton(text)).not.toBe('')
      }),
    )
  })
})
