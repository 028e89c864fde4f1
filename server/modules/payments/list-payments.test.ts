import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EndpointOutput } from '#contract/endpoint.ts'
import type { listPayments } from '#contract/payments/payments.ts'
import { makePayment, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)
let browser: TestBrowser
let userId: number

beforeAll(async () => {
  await makeProduct(server.deps, { code: 'premium_1y' })
})
beforeEach(async () => {
  const reader = await makeReader(server.deps)
  userId = reader.id
  browser = openBrowser(server.app)
  await browser.signIn(reader.email)
})

const pay = (day: string, given: Partial<Parameters<typeof makePayment>[1]> = {}) =>
  makePayment(server.deps, {
    userId,
    productCode: 'premium_1y',
    at: Temporal.Instant.from(`${day}T10:00:00Z`),
    ...given,
  })
const ask = (query = '', language = 'sk') =>
  browser.get(`/rest/api/prv/v1/users/${userId}/payments${query}`, {
    headers: { 'accept-language': language },
  })
const page = async (query = '', language = 'sk') => {
  const answer = await ask(query, language)
  expect(answer.statusCode).toBe(200)
  return answer.json<EndpointOutput<typeof listPayments>>()
}

test('R2.06 a payment is told with what was paid for, when, how and how it ended', async () => {
  const id = await pay('2026-03-14', { method: 'sms', state: 'refunded', amountCents: 299 })
  expect(await page()).toEqual({
    items: [
      {
        id,
        product_name: 'Prémium',
        method: 'sms',
        state: 'refunded',
        price: { amount: 299, currency: 'EUR' },
        at: '2026-03-14T10:00:00Z',
        receipt_url: null,
        paid_on: null,
        pay_url: null,
        invoice_url: null,
        refunds: [],
      },
    ],
    next_cursor: null,
  })
  expect((await page('', 'en')).items[0]?.product_name).toBe('Premium')
})

test('R2.06 sort key: the newest payment comes first, whatever the order of inserts', async () => {
  const newest = await pay('2026-03-14')
  const oldest = await pay('2024-03-14')
  const middle = await pay('2025-03-14')
  expect((await page()).items.map(each => each.id)).toEqual([newest, middle, oldest])
})

describe('pages', () => {
  test('each payment is on exactly one page, newest first, and the last page has no cursor', async () => {
    const days = [
      '2026-05-05',
      '2021-01-01',
      '2024-04-04',
      '2024-04-04',
      '2022-02-02',
      '2023-03-03',
      '2024-04-04',
    ]
    for (const day of days) await pay(day)
    const all = (await page('?limit=100')).items
    const seen: typeof all = []
    let cursor: string | null | undefined
    do {
      const part = await page(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      expect(part.items.length).toBeLessThanOrEqual(2)
      seen.push(...part.items)
      cursor = part.next_cursor
    } while (cursor !== null && seen.length <= days.length)
    expect(seen).toEqual(all)
    expect(seen.map(each => each.at.slice(0, 10))).toEqual(days.toSorted().toReversed())
  })

  test('a full last page has no cursor', async () => {
    await pay('2026-01-01')
    await pay('2026-01-02')
    expect((await page('?limit=2')).next_cursor).toBeNull()
    expect((await page('?limit=1')).next_cursor).not.toBeNull()
  })

  test('twenty by default', async () => {
    for (let day = 1; day <= 21; day++) await pay(`2026-01-${String(day).padStart(2, '0')}`)
    const first = await page()
    expect(first.items).toHaveLength(20)
    expect((await page(`?cursor=${first.next_cursor}`)).items).toHaveLength(1)
  })

  test('an unknown cursor gives an empty page', async () => {
    await pay('2026-01-01')
    for (const cursor of ['0', '2147483648', '9999999999']) {
      expect(await page(`?cursor=${cursor}`)).toEqual({ items: [], next_cursor: null })
    }
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=-1', 'limit=1.5', 'cursor=x', 'cursor=1;drop'])(
    '%s is refused',
    async query => {
      const answer = await ask(`?${query}`)
      expect([400, 422]).toContain(answer.statusCode)
      expect(answer.body).not.toContain('drop')
    },
  )
})

describe('R6.01 only the reader’s own', () => {
  test('a cursor with another reader’s payment shows nothing of theirs', async () => {
    const own = await pay('2026-01-01')
    const stranger = await makeReader(server.deps)
    await pay('2025-01-01', { userId: stranger.id })
    const foreign = await pay('2027-01-01', { userId: stranger.id })
    const ids = (await page(`?cursor=${foreign}`)).items.map(each => each.id)
    expect(ids.filter(id => id !== own)).toEqual([])
  })

  test.each(['subscriptions', 'payments', 'devices'])(
    'another reader’s %s are refused, and so is a signed-out caller',
    async kind => {
      const stranger = await makeReader(server.deps)
      await pay('2026-01-01', { userId: stranger.id })
      const address = `/rest/api/prv/v1/users/${stranger.id}/${kind}`
      const refused = await browser.get(address)
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toMatchObject({ errors: [{ key: 'forbidden' }] })
      // An unknown reader is refused alike (no enumeration).
      const nobody = await browser.get(`/rest/api/prv/v1/users/999999/${kind}`)
      expect([nobody.statusCode, nobody.body]).toEqual([refused.statusCode, refused.body])
      expect((await openBrowser(server.app).get(address)).statusCode).toBe(401)
      expect((await browser.get(`/rest/api/prv/v1/users/${userId}/${kind}`)).statusCode).toBe(200)
    },
  )
})
