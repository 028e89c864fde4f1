import { expect, test } from 'vitest'
import { type Category, searchFaq } from './search-faq.ts'

const categories: Category[] = [
  {
    code: 'payment',
    title: 'Platba',
    items: [
      { slug: 'prevod', question: 'Ako dlho trvá prevod?', answer: 'Ak sa ponáhľate, zaplaťte kartou.' },
      {
        slug: 'karta',
        question: 'Ako zmením platobnú kartu?',
        answer: 'Na stránke [Online predplatné](/skryte).',
      },
    ],
  },
  {
    code: 'devices',
    title: 'Zariadenia',
    items: [{ slug: 'zariadenia', question: 'Na koľkých zariadeniach?', answer: 'Na šiestich.' }],
  },
]

const slugs = (query: string) => searchFaq(categories, query)?.map(({ slug }) => slug)

test.each([
  ['case', 'PREVOD', ['prevod']],
  ['diacritics', 'platobnu', ['karta']],
  ['diacritics that are not in the text', 'préVôd', ['prevod']],
  ['order and number of spaces', '  kartu   zmenim ', ['karta']],
  ['marks around words', '„prevod“?', ['prevod']],
  ['endings', 'zariadenie', ['zariadenia']],
])('R1.14 search ignores %s', (_, query, found) => expect(slugs(query)).toEqual(found))

test('a question that holds the words comes before an answer that does, from whatever category', () => {
  expect(slugs('karta')).toEqual(['karta', 'prevod'])
  expect(slugs('na')).toEqual(['zariadenia', 'prevod', 'karta'])
})

test('all words must be there, in the question and the answer together', () => {
  expect(slugs('prevod kartou')).toEqual(['prevod'])
  expect(slugs('prevod zariadenia')).toEqual([])
})

test('the address of a link is not searched, its words are', () => {
  expect(slugs('skryte')).toEqual([])
  expect(slugs('online')).toEqual(['karta'])
})

test('without a word there is nothing to search for', () => {
  for (const query of ['', '   ', '?!']) expect(slugs(query)).toBeUndefined()
})
