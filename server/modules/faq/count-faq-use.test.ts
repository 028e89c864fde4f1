import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { listFaqUses } from './index.ts'
import { faqAnswers, faqCategories, faqUses } from './tables.ts'

const server = openForFile(createTestApp)

beforeAll(async () => {
  const { db } = server.deps
  await db.insert(faqCategories).values({ code: 'help', titleSk: 'Pomoc', titleEn: 'Help', order: 1 })
  const texts = { questionSk: 'Ako?', questionEn: 'How?', answerSk: 'Tak.', answerEn: 'So.' }
  await db.insert(faqAnswers).values({ slug: 'ako', categoryCode: 'help', order: 1, ...texts })
})
beforeEach(() => server.deps.db.delete(faqUses))

let address = 0
/** Each from another address, for the limit. */
const count = (uses: unknown, lang = 'sk') => {
  address += 1
  return openBrowser(server.app, `203.0.113.${address % 250}`).post('/rest/api/prv/v1/faq-uses', {
    json: { lang, uses },
  })
}
const counted = async (days = 30) =>
  (await listFaqUses(server.deps, { days, limit: 10 })).map(
    ({ locale, kind, about, times }) => `${locale} ${kind} ${about} ${times}`,
  )

test('R13.07 what was searched for in vain is counted by its words, the most frequent first', async () => {
  await count([{ kind: 'nothing_found', about: 'krížovka' }])
  await count([
    { kind: 'nothing_found', about: '  Krížovka ' },
    { kind: 'nothing_found', about: 'sudoku' },
    { kind: 'nothing_found', about: 'KRÍŽOVKA' },
  ])
  for (let time = 0; time < 3; time++) await count([{ kind: 'nothing_found', about: 'crossword' }], 'en')
  // A word of one search may be somebody's name.
  expect(await counted()).toEqual(['en nothing_found crossword 3', 'sk nothing_found krížovka 3'])
})

test('R13.07 an address or a number that was typed is not kept', async () => {
  const inGroups = ['+421 903 123 456', '903-123-456', '12 34 56 78']
  for (const about of ['jana@dennik.example', 'faktúra 20261234', '0903 123456', ...inGroups]) {
    expect((await count([{ kind: 'nothing_found', about }])).statusCode).toBe(204)
  }
  expect(await server.deps.db.select().from(faqUses)).toEqual([])
})

test('R13.15 whether an answer helped is counted for answers that are there; of 20 at once none is lost', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      count([
        { kind: at % 2 ? 'helped' : 'not_helped', about: 'ako' },
        { kind: 'helped', about: 'neznama' },
      ]),
    ),
  )
  expect(answers.map(each => each.statusCode)).toEqual(answers.map(() => 204))
  expect(await counted()).toEqual(['sk helped ako 10', 'sk not_helped ako 10'])
})

test('R13.07 only so many last days are told', async () => {
  await count([{ kind: 'helped', about: 'ako' }])
  server.clock.advance('P2D')
  await count([{ kind: 'helped', about: 'ako' }])
  expect(await counted(2)).toEqual(['sk helped ako 1'])
  expect(await counted(3)).toEqual(['sk helped ako 2'])
})

test('R5.12 one address reports 60 times in an hour', async () => {
  const browser = openBrowser(server.app)
  const report = async () =>
    (
      await browser.post('/rest/api/prv/v1/faq-uses', {
        json: { lang: 'sk', uses: [{ kind: 'helped', about: 'ako' }] },
      })
    ).statusCode
  const codes = await Promise.all(Array.from({ length: 61 }, report))
  expect(codes.filter(code => code === 204)).toHaveLength(60)
  expect(codes.filter(code => code === 429)).toHaveLength(1)
})

test.each([
  [[]],
  [[{ kind: 'helped', about: '' }]],
  [[{ kind: 'liked', about: 'ako' }]],
  [[{ kind: 'helped', about: 'a'.repeat(101) }]],
  [Array.from({ length: 11 }, () => ({ kind: 'helped', about: 'ako' }))],
])('R5.12 %j is refused', async uses => {
  expect((await count(uses)).statusCode).toBeGreaterThanOrEqual(400)
})
