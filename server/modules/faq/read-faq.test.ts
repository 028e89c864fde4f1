import { beforeAll, expect, test } from 'vitest'
import type { EndpointOutput } from '#contract/endpoint.ts'
import type { readFaq } from '#contract/faq/faq.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { faqAnswers, faqCategories } from './tables.ts'

const server = openForFile(createTestApp)

beforeAll(async () => {
  const { db } = server.deps
  await db.insert(faqCategories).values([
    { code: 'payment', titleSk: 'Platba', titleEn: 'Payment', order: 2 },
    { code: 'subscription', titleSk: 'Predplatné', titleEn: 'Subscription', order: 1 },
    { code: 'empty', titleSk: 'Prázdna', titleEn: 'Empty', order: 3 },
  ])
  const answer = (slug: string, categoryCode: string, order: number) => ({
    slug,
    categoryCode,
    order,
    questionSk: `Otázka ${slug}?`,
    questionEn: `Question ${slug}?`,
    answerSk: `Odpoveď.\n\n- [odkaz](/predplatne)`,
    answerEn: 'Answer.',
    askedSk: ['inak'],
    related: ['ina'],
    act: 'documents' as const,
  })
  await db
    .insert(faqAnswers)
    .values([
      answer('druha', 'subscription', 2),
      answer('prva', 'subscription', 1),
      answer('ina', 'payment', 1),
    ])
})

const ask = (query: string) => openBrowser(server.app).get(`/rest/api/prv/v1/faq${query}`)

test('R1.14 R2.10 anybody reads the questions, by category and in the publisher’s order', async () => {
  const answer = await ask('?lang=sk')
  expect(answer.statusCode).toBe(200)
  const { categories } = answer.json<EndpointOutput<typeof readFaq>>()
  expect(categories.map(({ title, items }) => [title, items.map(({ slug }) => slug)])).toEqual([
    ['Predplatné', ['prva', 'druha']],
    ['Platba', ['ina']],
    ['Prázdna', []],
  ])
  expect(categories[0]?.items[0]).toEqual({
    slug: 'prva',
    question: 'Otázka prva?',
    answer: 'Odpoveď.\n\n- [odkaz](/predplatne)',
    asked: ['inak'],
    related: ['ina'],
    act: 'documents',
  })
})

test('R16.01 the questions alone are the same, without their answers', async () => {
  for (const lang of ['sk', 'en']) {
    const whole = (await ask(`?lang=${lang}`)).json<EndpointOutput<typeof readFaq>>()
    const answer = await ask(`-questions?lang=${lang}`)
    expect(answer.headers['cache-control']).toBe('public, max-age=300')
    expect(answer.json()).toEqual({
      categories: whole.categories.map(category => ({
        ...category,
        items: category.items.map(({ slug, question }) => ({ slug, question })),
      })),
    })
  }
})

test('R9.01 the addresses of answers are the same in both languages', async () => {
  const { categories } = (await ask('?lang=en')).json<EndpointOutput<typeof readFaq>>()
  expect(categories[1]).toEqual({
    code: 'payment',
    title: 'Payment',
    items: [
      {
        slug: 'ina',
        question: 'Question ina?',
        answer: 'Answer.',
        asked: [],
        related: ['ina'],
        act: 'documents',
      },
    ],
  })
})

test.each(['', '?lang=', '?lang=de', '?lang=SK', '?lang=sk&lang=en'])(
  'R5.12 %j is no language',
  async query => {
    const answer = await ask(query)
    expect([400, 422]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ errors: [{ field: 'lang' }] })
  },
)
