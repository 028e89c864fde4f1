import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointOutput } from '#contract/endpoint.ts'
import type { listInvoices } from '#contract/invoices/invoices.ts'
import { addresses } from '#server/modules/addresses/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { settlePayment } from '#server/modules/payments/index.ts'
import type { payments } from '#server/modules/payments/tables.ts'
import { readVatOf } from '#server/modules/subscriptions/index.ts'
import { makePayment, makePeriod, makeProduct } from '#server/testing/make-purchase.ts'
import { makeReader } from '#server/testing/make-reader.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openBrowser } from '#server/testing/test-browser.ts'
import { DocumentContent } from './document-content.ts'
import { adoptDocument, documentListener } from './index.ts'
import { documents } from './tables.ts'

let server: TestApp

beforeAll(async () => {
  server = await createTestApp()
  server.clock.set('2026-03-14T19:42:00Z')
  await makeProduct(server.deps, { code: 'premium_1y' })
  await makeProduct(server.deps, {
    code: 'print_1y',
    priceCents: 24_900,
    printCents: 15_910,
    nameSk: 'Prémium s\u00a0tlačeným denníkom',
  })
})
afterAll(() => server.close())

const settle = async (paymentId: number, state: 'paid' | 'refunded' = 'paid', purpose = 'order') => {
  const listen = documentListener({ ...server.deps, readVatOf })
  await server.deps.db.transaction(tx => listen(tx, [{ id: paymentId, purpose }], state))
}
const pay = (userId: number, given: Partial<typeof payments.$inferInsert> = {}) =>
  makePayment(server.deps, {
    userId,
    productCode: 'premium_1y',
    amountCents: 8990,
    at: server.clock.now(),
    variableSymbol: '4026100915',
    ...given,
  })
const documentsOf = (userId: number) =>
  server.deps.db.select().from(documents).where(eq(documents.userId, userId)).orderBy(documents.id)
const contentOf = async (userId: number) => DocumentContent.parse((await documentsOf(userId))[0]?.content)
const giveAddress = (userId: number) =>
  server.deps.db.insert(addresses).values({
    userId,
    type: 'invoice',
    name: 'Katarína',
    surname: 'Šimková',
    street: 'Remeselná',
    number: '27/B',
    city: 'Žilina',
    zip: '010 01',
    country: 'SK',
    companyName: 'Kníhviazačstvo Pod Lipou, s. r. o.',
    companyId: '99000407',
    changedAt: server.clock.now(),
  })
async function signedIn(given = {}) {
  const reader = await makeReader(server.deps, given)
  const browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  return { reader, browser, base: `/rest/api/prv/v1/users/${reader.id}` }
}

describe('R1.04 numbers', () => {
  test('twenty payments settled at once leave no gap and no double, and a rollback takes no number', async () => {
    const reader = await makeReader(server.deps)
    const ids = await Promise.all(Array.from({ length: 20 }, () => pay(reader.id)))
    const listen = documentListener({ ...server.deps, readVatOf })
    const broken = server.deps.db.transaction(async tx => {
      await listen(tx, [{ id: await pay(reader.id), purpose: 'order' }], 'paid')
      throw new Error('rolled back')
    })
    const [failed] = await Promise.allSettled([broken, ...ids.map(id => settle(id))])
    expect(failed?.status).toBe('rejected')
    const serials = (await documentsOf(reader.id)).map(each => each.serial).sort((a, b) => a - b)
    const first = serials[0] ?? 0
    expect(serials).toEqual(Array.from({ length: 20 }, (_, index) => first + index))
  })

  test('one payment settled twenty times has one document', async () => {
    const reader = await makeReader(server.deps)
    const id = await pay(reader.id)
    await Promise.allSettled(Array.from({ length: 20 }, () => settle(id)))
    await settle(id)
    expect(await documentsOf(reader.id)).toHaveLength(1)
  })

  test('each kind and each year of Bratislava begins with 1', async () => {
    const reader = await makeReader(server.deps)
    const adopt = (kind: 'receipt' | 'invoice', serial: number, at: string) =>
      server.deps.db.transaction(async tx =>
        adoptDocument(
          tx,
          { settings: server.deps.settings, readVatOf },
          {
            paymentId: await pay(reader.id, { at: Temporal.Instant.from(at) }),
            kind,
            serial,
          },
        ),
      )
    // Half an hour before midnight in UTC, but already the new year at home.
    await adopt('receipt', 7, '2019-12-31T23:30:00Z')
    await adopt('receipt', 7, '2018-12-31T22:30:00Z')
    await adopt('invoice', 7, '2018-12-31T22:30:00Z')
    expect((await documentsOf(reader.id)).map(({ kind, year }) => [kind, year])).toEqual([
      ['receipt', 2020],
      ['receipt', 2018],
      ['invoice', 2018],
    ])
  })

  test('a series goes on after the highest number that was adopted', async () => {
    const reader = await makeReader(server.deps)
    const adopted = await pay(reader.id)
    await server.deps.db.transaction(tx =>
      adoptDocument(
        tx,
        { settings: server.deps.settings, readVatOf },
        { paymentId: adopted, kind: 'receipt', serial: 5000 },
      ),
    )
    await settle(await pay(reader.id))
    expect((await documentsOf(reader.id)).map(each => each.serial)).toEqual([5000, 5001])
  })
})

describe('R1.04 what is made', () => {
  test('a receipt for who has no invoice address, an invoice for who has one', async () => {
    const consumer = await makeReader(server.deps)
    const company = await makeReader(server.deps)
    await giveAddress(company.id)
    await settle(await pay(consumer.id))
    await settle(await pay(company.id))
    expect((await documentsOf(consumer.id))[0]?.kind).toBe('receipt')
    expect((await documentsOf(company.id))[0]?.kind).toBe('invoice')
    expect((await contentOf(company.id)).buyer).toMatchObject({ companyId: '99000407' })
  })

  test('VAT by rate, net from gross, adding up to what was paid', async () => {
    const reader = await makeReader(server.deps)
    await settle(await pay(reader.id, { productCode: 'print_1y', amountCents: 24_900 }))
    expect((await contentOf(reader.id)).vat).toEqual([
      { ratePercent: 23, grossCents: 8990, netCents: 7309, vatCents: 1681 },
      { ratePercent: 5, grossCents: 15_910, netCents: 15_152, vatCents: 758 },
    ])
  })

  test.each([
    ['verification', 'card', 100],
    ['order', 'sms', 299],
    ['order', 'google', 299],
    ['order', 'card', 0],
  ] as const)('nothing for %s by %s over %d cents', async (purpose, method, amountCents) => {
    const reader = await makeReader(server.deps)
    await settle(await pay(reader.id, { method, amountCents }), 'paid', purpose)
    expect(await documentsOf(reader.id)).toEqual([])
  })

  test('a refund gets one credit note over the same amounts, so that documents say what payments say', async () => {
    const reader = await makeReader(server.deps)
    const id = await pay(reader.id)
    await settle(id)
    await settle(id, 'refunded')
    await expect(settle(id, 'refunded')).rejects.toThrow()
    const made = await documentsOf(reader.id)
    expect(made.map(each => each.kind)).toEqual(['receipt', 'credit_note'])
    expect(made.reduce((sum, each) => sum + each.amountCents, 0)).toBe(0)
  })

  test('payments have it made: one that they settle as given back has its credit note at once', async () => {
    const reader = await makeReader(server.deps)
    const id = await pay(reader.id)
    await settle(id)
    await server.deps.db.transaction(tx => settlePayment(tx, server.payments, id, { state: 'refunded' }))
    expect((await documentsOf(reader.id)).map(each => each.kind)).toEqual(['receipt', 'credit_note'])
  })

  test('what it says stays, though the reader moves and gets another name', async () => {
    const { reader, browser, base } = await signedIn({ name: 'Jana Kováčová' })
    const id = await pay(reader.id)
    await settle(id)
    const before = await browser.get(`${base}/payments/${id}/receipt.pdf`)
    await server.deps.db.update(users).set({ name: 'Jana Nová' }).where(eq(users.id, reader.id))
    await giveAddress(reader.id)
    server.clock.advance('P1D')
    await browser.signIn(reader.email)
    const after = await browser.get(`${base}/payments/${id}/receipt.pdf`)
    expect(after.statusCode).toBe(200)
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
  })
})

describe('R1.04 the file', () => {
  test('it has the right Slovak words, is tagged and tells its language', async () => {
    const { reader, browser, base } = await signedIn()
    await giveAddress(reader.id)
    await settle(await pay(reader.id, { productCode: 'print_1y', amountCents: 24_900 }))
    const listed = (await browser.get(`${base}/invoices`)).json<EndpointOutput<typeof listInvoices>>()
    const [invoice] = listed.items
    expect(invoice).toMatchObject({ kind: 'invoice', price: { amount: 24_900, currency: 'EUR' } })
    const answer = await browser.get(new URL(invoice?.url ?? '').pathname)
    expect(answer.statusCode).toBe(200)
    const { text, tags, raw } = readPdf(answer.rawPayload)
    const told = text.replaceAll('\u00a0', ' ')
    for (const words of [
      `Faktúra ${invoice?.number}`,
      'Dodávateľ',
      'Kníhviazačstvo Pod Lipou, s. r. o.',
      'Katarína Šimková',
      'Variabilný symbol: 4026100915',
      'Predplatné Prémium s tlačeným denníkom',
      '23 %',
      '151,52 €',
      'Spolu: 249,00 €',
    ]) {
      expect(told).toContain(words)
    }
    expect(told).not.toContain('\ufffd')
    expect(new Set(tags)).toEqual(new Set(['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']))
    expect(raw).toMatch(/\/Lang \(sk\)/)
    expect(raw).toContain('/DisplayDocTitle true')
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>')
  })

  test('an English reader gets an English one', async () => {
    const { reader, browser, base } = await signedIn({ locale: 'en' })
    const id = await pay(reader.id)
    await settle(id)
    const answer = await browser.get(`${base}/payments/${id}/receipt.pdf`)
    expect(readPdf(answer.rawPayload).text).toContain('Payment receipt')
  })

  test('ten at once are the same file, drawn while the process goes on answering', async () => {
    const { reader, browser, base } = await signedIn()
    const id = await pay(reader.id)
    await settle(id)
    const read = () => browser.get(`${base}/payments/${id}/receipt.pdf`)
    const first = await read()
    const before = performance.eventLoopUtilization()
    const answers = await Promise.all(Array.from({ length: 10 }, read))
    const { utilization } = performance.eventLoopUtilization(before)
    for (const { statusCode, rawPayload } of answers) {
      expect([statusCode, rawPayload.equals(first.rawPayload)]).toEqual([200, true])
    }
    expect(utilization).toBeLessThan(0.7)
  })

  test('it is a download that nobody in between keeps and no browser runs', async () => {
    const { reader, browser, base } = await signedIn()
    const id = await pay(reader.id)
    await settle(id)
    const { headers } = await browser.get(`${base}/payments/${id}/receipt.pdf`)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="P-2026-\d{6}\.pdf"$/)
    expect(headers['content-security-policy']).toContain('sandbox')
  })
})

test('R6.01 another reader’s documents are out of reach, by their id and by that of the payment', async () => {
  const owner = await makeReader(server.deps)
  const paymentId = await pay(owner.id)
  await settle(paymentId)
  const [made] = await documentsOf(owner.id)
  const { browser, base } = await signedIn()
  const foreign = `/rest/api/prv/v1/users/${owner.id}`
  const statusOf = async (address: string) => (await browser.get(address)).statusCode
  expect(await statusOf(`${foreign}/invoices`)).toBe(403)
  expect(await statusOf(`${foreign}/invoices/${made?.id}.pdf`)).toBe(403)
  expect(await statusOf(`${base}/invoices/${made?.id}.pdf`)).toBe(404)
  expect(await statusOf(`${base}/payments/${paymentId}/receipt.pdf`)).toBe(404)
  expect(await statusOf(`${base}/invoices/999999999.pdf`)).toBe(404)
  expect((await openBrowser(server.app).get(`${base}/invoices`)).statusCode).toBe(401)
})

test('R1.04 the lists of payments and of subscriptions say where each document is', async () => {
  const { reader, browser, base } = await signedIn()
  const id = await pay(reader.id)
  await makePeriod(server.deps, {
    userId: reader.id,
    productCode: 'premium_1y',
    startsAt: server.clock.now(),
    endsAt: server.clock.now().add({ hours: 24 }),
    paymentId: id,
  })
  await settle(id)
  const urls = {
    receipt_url: `${server.deps.settings.origins.login}${base}/payments/${id}/receipt.pdf`,
    invoice_url: null,
  }
  const listed = await browser.get(`${base}/payments`)
  expect(listed.json()).toMatchObject({ items: [urls] })
  const subscriptions = await browser.get(`${base}/subscriptions`)
  expect(subscriptions.json()).toMatchObject({ items: [{ payment: { id, ...urls } }] })
  expect((await browser.get(new URL(urls.receipt_url).pathname)).statusCode).toBe(200)
})
