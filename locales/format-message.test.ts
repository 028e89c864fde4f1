import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileText } from './compile-text.ts'
import { formatMessage } from './format-message.ts'
import type { Values } from './values-of.ts'

const say = (message: string, values: Values = {}, locale: 'sk' | 'en' = 'sk') =>
  formatMessage(compileText(message), values, locale)

test('what a reader typed stands in a message exactly, whatever it looks like', () => {
  const text = fc.string({
    unit: fc.constantFrom('\\', 'u', 'x', '0', '4', '1', '{', '}', '#', "'", 'ž', '\n'),
  })
  fc.assert(
    fc.property(text, name => {
      expect(say('Milá {name}, ahoj.', { name })).toBe(`Milá ${name}, ahoj.`)
      expect(say('{n, plural, other {Milá {name}, ahoj.}}', { n: 2, name })).toBe(`Milá ${name}, ahoj.`)
    }),
  )
})

test('an abbreviation in a value never breaks, other spaces do', () => {
  expect(say('Pre {name}.', { name: 'Kováč s. r. o.' })).toBe('Pre Kováč s.\u00a0r.\u00a0o..')
})

describe('plural', () => {
  const devices =
    '{n, plural, =0 {nič} one {# zariadenie} few {# zariadenia} many {# zariadenia} other {# zariadení}}'

  test.each([
    [0, 'nič'],
    [1, '1 zariadenie'],
    [3, '3 zariadenia'],
    [1.5, '1,5 zariadenia'],
    [5, '5 zariadení'],
    [2000, '2\u00a0000 zariadení'],
    [-1, '-1 zariadenie'],
  ])('%s in Slovak', (n, text) => {
    expect(say(devices, { n })).toBe(text)
  })

  test('numbers are written as Intl writes them', () => {
    const texts = ['sk', 'en'] as const
    const formats = { sk: new Intl.NumberFormat('sk-SK'), en: new Intl.NumberFormat('en-GB') }
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.integer(), (locale, n) => {
        expect(say('{n, plural, other {#}}', { n }, locale)).toBe(formats[locale].format(n))
      }),
    )
  })

  test('a choice within a plural knows its number, and one plural another’s not', () => {
    const text = '{n, plural, other {{kind, select, a {# a} other {{m, plural, other {#}} z #}}}}'
    expect(say(text, { n: 5, kind: 'a', m: 3 })).toBe('5 a')
    expect(say(text, { n: 5, kind: 'b', m: 3 })).toBe('3 z 5')
  })
})

test('a choice by a value that is no case is the other one, whatever its name', () => {
  const text = '{kind, select, blog {blog} other {iné}}'
  for (const kind of ['blog', 'x', 'constructor', 'toString']) {
    expect(say(text, { kind })).toBe(kind === 'blog' ? 'blog' : 'iné')
  }
})

test('what has no value is left out, and a choice without one is the other one', () => {
  expect(say('Dobrý deň{name}')).toBe('Dobrý deň')
  expect(say('{known, select, yes {Jana} other {niekto}}')).toBe('niekto')
})

test.each([
  '{n, number}',
  '{n, selectordinal, other {#.}}',
  '{n, plural, offset:1 other {#}}',
  '{at, date}',
  '{x',
])('a message with more than arguments and choices is refused: %s', message => {
  expect(() => compileText(message)).toThrow()
})
