import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAnswer, plainAnswer } from './faq-format.ts'

test('R1.14 an answer has paragraphs, lists and links', () => {
  expect(
    parseAnswer('Prvý [odkaz](/predplatne#documents) a koniec.\n\n- jedno\n- [dva](/faq)\n\nPosledný.'),
  ).toEqual([
    {
      kind: 'paragraph',
      content: ['Prvý ', { text: 'odkaz', href: '/predplatne#documents' }, ' a koniec.'],
    },
    { kind: 'list', items: [['jedno'], [{ text: 'dva', href: '/faq' }]] },
    { kind: 'paragraph', content: ['Posledný.'] },
  ])
})

test('a list may follow its sentence without an empty line; a broken line is one paragraph', () => {
  expect(parseAnswer('Urobte\ntoto:\n- jedno\n- dva\nHotovo.')).toEqual([
    { kind: 'paragraph', content: ['Urobte toto:'] },
    { kind: 'list', items: [['jedno'], ['dva']] },
    { kind: 'paragraph', content: ['Hotovo.'] },
  ])
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:location=1',
  'data:text/html,x',
  'mailto:x@example.com?bcc=y@example.com',
  'mailto:x@example.com,y@example.com',
  'mailto:',
  'faq',
])('a link to %s leaves its words only', href => {
  expect(parseAnswer(`Pozrite [sem](${href}).`)).toEqual([
    { kind: 'paragraph', content: ['Pozrite ', 'sem', '.'] },
  ])
})

test('R1.14 an address leads to the mailbox', () => {
  expect(parseAnswer('Napíšte na [x@example.com](mailto:x@example.com).')).toEqual([
    {
      kind: 'paragraph',
      content: ['Napíšte na ', { text: 'x@example.com', href: 'mailto:x@example.com' }, '.'],
    },
  ])
})

test('markup is text', () => {
  const answer = '<img src=x onerror=alert(1)> & **nič**'
  expect(parseAnswer(answer)).toEqual([{ kind: 'paragraph', content: [answer] }])
})

test('whatever is written, every link stays on this host', () => {
  const origin = 'https://profil.example'
  const bits = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '/',
    '\\',
    '//',
    'a',
    ':',
    '#',
    '?',
    ' ',
    '\n',
    '- ',
    '\t',
    '@',
  )
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 40 }), parts => {
      const blocks = parseAnswer(`${parts.join('')} [x](/${parts.join('')})`)
      const lines = blocks.flatMap(block => (block.kind === 'list' ? block.items : [block.content]))
      for (const inline of lines.flat()) {
        if (typeof inline !== 'string') expect(new URL(inline.href, origin).origin).toBe(origin)
      }
    }),
    { numRuns: 2000 },
  )
})

test('links are searched by their words', () => {
  expect(plainAnswer('Otvorte [Online predplatné](/predplatne).')).toBe('Otvorte Online predplatné.')
})
