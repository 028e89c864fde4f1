import { describe, expect, test } from 'vitest'
import type { EndpointOutput } from '#contract/endpoint.ts'
import type { listInvoices } from '#contract/invoices/invoices.ts'
import { readPdf } from '#server/testing/inspect/pdf.ts'
import { getFile, openDocuments } from '#server/testing/make/documents.ts'
import { makePeriod } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(openDocuments)

describe('R1.04 the file', () => {
  test('it has the right Slovak words, is tagged and tells its language', async () => {
    const { reader, browser, base } = await server.signedIn()
    await server.giveAddress(reader.id)
    await server.settle(await server.pay(reader.id, { productCode: 'print_1y', amountCents: 24_900 }))
    const listed = (await browser.get(`${base}/invoices`)).json<EndpointOutput<typeof listInvoices>>()
    const [invoice] = listed.items
    expect(invoice).toMatchObject({ kind: 'invoice', price: { amount: 24_900, currency: 'EUR' } })
    const answer = await getFile(browser, new URL(invoice?.url ?? '').pathname)
    expect(answer.statusCode).toBe(200)
    const { text, tags, raw } = readPdf(answer.rawPayload)
    const told = text.replaceAll(/\s+/g, ' ')
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
    const { reader, browser, base } = await server.signedIn({ locale: 'en' })
    const id = await server.pay(reader.id)
    await server.settle(id)
    const answer = await getFile(browser, `${base}/payments/${id}/receipt.pdf`)
    expect(readPdf(answer.rawPayload).text).toContain('Payment receipt')
  })

  test('R17.04 dedupe: 150 at once of one reader are drawn once, and block no other reader', async () => {
    const [one, other] = [await server.signedIn(), await server.signedIn()]
    const receiptOf = async ({ reader, browser, base }: typeof one) => {
      const id = await server.pay(reader.id)
      await server.settle(id)
      return () => browser.get(`${base}/payments/${id}/receipt.pdf`)
    }
    const [read, readOther] = [await receiptOf(one), await receiptOf(other)]
    const flood = Promise.all(Array.from({ length: 150 }, read))
    expect((await readOther()).statusCode).toBe(200)
    const answers = await flood
    expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(30)
    expect(answers.filter(answer => answer.statusCode === 429)).toHaveLength(120)
  })

  test('twenty-five, three at once, are drawn without blocking the event loop, and deterministically', async () => {
    const { reader, browser, base } = await server.signedIn()
    const ids = await Promise.all(Array.from({ length: 25 }, () => server.pay(reader.id)))
    for (const id of ids) await server.settle(id)
    const read = (id: number) => browser.get(`${base}/payments/${id}/receipt.pdf`)
    // The first is no longer kept when all the others have been drawn.
    const first = await read(ids[0] ?? 0)
    const before = performance.eventLoopUtilization()
    const answers: Awaited<ReturnType<typeof read>>[] = []
    // A GET is answered within 4.5 s, in which a slow machine draws no more than some.
    for (let from = 1; from < ids.length; from += 3) {
      answers.push(...(await Promise.all(ids.slice(from, from + 3).map(read))))
    }
    const { utilization } = performance.eventLoopUtilization(before)
    for (const { statusCode } of answers) expect(statusCode).toBe(200)
    expect((await read(ids[0] ?? 0)).rawPayload.equals(first.rawPayload)).toBe(true)
    expect(utilization).toBeLessThan(0.7)
  })

  test('it is a download that no proxy caches and no browser runs', async () => {
    const { reader, browser, base } = await server.signedIn()
    const id = await server.pay(reader.id)
    await server.settle(id)
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

test('R6.01 another reader’s documents are not found, by their id or by the payment’s', async () => {
  const owner = await makeReader(server.deps)
  const paymentId = await server.pay(owner.id)
  await server.settle(paymentId)
  const [made] = await server.documentsOf(owner.id)
  const { browser, base } = await server.signedIn()
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
  const { reader, browser, base } = await server.signedIn()
  const id = await server.pay(reader.id)
  await makePeriod(server.deps, {
    userId: reader.id,
    productCode: 'premium_1y',
    startsAt: server.clock.now(),
    endsAt: server.clock.now().add({ hours: 24 }),
    paymentId: id,
  })
  await server.settle(id)
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
