import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { legacyRedirects, newsletterTabs, routes } from '#contract/routes.ts'
import { SubscriptionGroup } from '#contract/subscriptions/subscriptions.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { readCsvRecords } from './csv-records.ts'

const folder = join(projectRoot, 'demo')
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')
const Texts = z.object({ sk: z.string(), en: z.string() })
const read = <S extends z.ZodType>(file: string, row: S) => z.array(row).parse(JSON.parse(textOf(file)))

const readers = read('readers.json', z.object({ situation: z.string(), email: z.string() }))
const emails = new Set(readers.map(reader => reader.email))
const answers = read('faq.json', z.object({ slug: z.string(), question: Texts, answer: Texts }))

const situations = [
  'premium-card',
  'premium-no-ads',
  'standard-bank-transfer',
  'gift-waiting',
  'ended',
  'renewal-failed',
  'payment-to-confirm',
  'card-expiring',
  'company-admin',
  'employee',
  'family',
  'device-limit',
  'removal-limit',
  'sms-purchaser',
  'unconfirmed',
  'linked-accounts',
  'linked-account',
  'banned-discussions',
  'nickname-pending',
  'nickname-approved',
  'nickname-declined',
  'anonymisation-pending',
  'future-subscription',
  'transfer-awaited',
  'none',
]

test('there is one reader for every situation, each with an e-mail of its own', () => {
  expect(emails.size).toBe(readers.length)
  expect(readers.map(reader => reader.situation).sort()).toEqual(situations.sort())
})

test('R1.19 every subscription group is sold or has been', () => {
  const groups = read('products.json', z.object({ group: z.string() })).map(product => product.group)
  expect([...new Set(groups)].sort()).toEqual([...SubscriptionGroup.options].sort())
})

test('R1.22 no company package is of the group standard, and there is one for 1, 5, 10 and 20 people (R9.03)', () => {
  const products = read(
    'products.json',
    z.object({ group: z.string(), audience: z.string(), seats: z.int() }),
  )
  const packages = products.filter(product => product.audience === 'company')
  expect(packages.map(product => product.seats)).toEqual([1, 5, 10, 20])
  expect(packages.map(product => product.group)).not.toContain('standard')
})

test('R1.14 at least 25 answers, each in both languages, each with an address of its own', () => {
  expect(answers.length).toBeGreaterThanOrEqual(25)
  expect(new Set(answers.map(answer => answer.slug)).size).toBe(answers.length)
  for (const { question, answer } of answers) {
    expect(question.sk).toMatch(/\?$/)
    expect(question.en).toMatch(/\?$/)
    expect(answer.sk.split('\n\n').length).toBe(answer.en.split('\n\n').length)
    expect(linksIn(answer.sk)).toEqual(linksIn(answer.en))
  }
})

test('R2.04 every link of an answer leads to a place of the product, or to a mailbox', () => {
  const sections = legacyRedirects.map(redirect => redirect.hash)
  const hashes = new Set([
    ...sections,
    '#documents',
    '#account-deletion',
    '#my-data',
    ...Object.values(newsletterTabs),
    ...answers.map(each => `#${each.slug}`),
  ])
  const paths = new Set<string>(Object.values(routes).map(route => route.path))
  for (const link of answers.flatMap(each => linksIn(each.answer.sk))) {
    const { protocol, pathname, hash } = new URL(link, 'http://profil.test')
    if (protocol === 'mailto:') {
      expect(pathname).toMatch(/^[^@\s]+@[^@\s]+$/)
      continue
    }
    expect(paths).toContain(pathname)
    if (hash !== '') expect(hashes).toContain(hash)
  }
})

test.each([
  ['R1.21', /blogy, e.knihy.*vydania v PDF.*6 zariadení/],
  ['R1.22', /Štandard je len pre jednotlivcov/],
  ['R1.23', /overovacia platba.*peniaze vám vrátime/],
  ['R1.24', /asi za 2 až 3 dni/],
  ['R1.25', /Odpovieme do 24 hodín/],
  ['R1.26', /od 17:00 do 22:00/],
  ['R4.16', /najviac 1 minútu/],
  ['R5.03', /aspoň 8 znakov.*jedno veľké písmeno, jedno malé písmeno a jednu číslicu/],
  ['R5.05', /3 až 15 znakov/],
  ['R6.04', /30 súborov za 30 dní/],
  ['R9.02', /Do 93 dní/],
  ['R9.03', /1, 5, 10 alebo 20 ľudí/],
  ['R9.05', /najneskôr 48 hodín pred/],
])('%s is told in the answers', (_number, fact) => {
  const told = answers.map(each => each.answer.sk.replaceAll(/[\s\u00a0]/g, ' '))
  expect(told.some(text => fact.test(text))).toBe(true)
})

test('Slovak texts never leave a one-letter preposition or a number alone at the end of a line', () => {
  const loose = /(?<![\p{L}\d])[kszvouaiKSZVOUAI] (?=\p{L})|\d (?=\p{L}|€)/u
  for (const file of jsonFiles()) {
    for (const text of slovakTexts(JSON.parse(textOf(file)))) expect(text).not.toMatch(loose)
  }
})

test('whoever is named anywhere is among the readers, and whatever is followed is in its list', async () => {
  const email = z.string().optional()
  const Named = z.object({ reader: email, administrator: email, follows: email })
  for (const file of jsonFiles()) {
    for (const row of read(file, Named)) {
      for (const named of [row.reader, row.administrator, row.follows]) {
        if (named) expect(emails).toContain(named)
      }
    }
  }
  const lists = { topic: 'topics.csv', author: 'authors.csv', blogger: 'bloggers.csv' }
  const codes = new Map<string, Set<string>>()
  for (const [kind, file] of Object.entries(lists)) codes.set(kind, await firstCells(file))
  for (const { kind, code } of read('follows.json', z.object({ kind: z.string(), code: z.string() }))) {
    expect(codes.get(kind)).toContain(code)
  }
  const codesOf = (file: string) => read(file, z.object({ code: z.string() })).map(each => each.code)
  const topics = codesOf('forum-topics.json')
  const InTopic = z.object({ topic: z.string().optional() })
  for (const file of ['forum-posts.json', 'forum-follows.json']) {
    for (const { topic } of read(file, InTopic)) if (topic) expect(topics).toContain(topic)
  }
  const newsletters = codesOf('newsletters.json')
  for (const { newsletter } of read('newsletter-signups.json', z.object({ newsletter: z.string() }))) {
    expect(newsletters).toContain(newsletter)
  }
})

test('the layout loads no style or script that is not there', () => {
  const Item = z.object({ type: z.string(), url: z.string().optional() })
  const urls = read('layout-blocks.json', z.object({ items: z.array(Item) }))
    .flatMap(block => block.items)
    .flatMap(item => item.url ?? [])
  expect(urls.length).toBeGreaterThan(0)
  // The demo server answers its files under this path.
  for (const url of urls) expect(textOf(url.replace('/layout/', '')).length).toBeGreaterThan(0)
})

const linksIn = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(match => match[1] ?? '')
const jsonFiles = () => readdirSync(folder).filter(name => name.endsWith('.json'))

function slovakTexts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'sk' && typeof inner === 'string' ? [inner] : slovakTexts(inner),
  )
}

async function firstCells(file: string): Promise<Set<string>> {
  const cells = new Set<string>()
  for await (const record of readCsvRecords(join(folder, file), file)) cells.add(record.cells[0] ?? '')
  return cells
}
