import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/modules/identity/tables.ts'
import { readVatOf } from '#server/modules/subscriptions/index.ts'
import { getFile, openDocuments } from '#server/testing/make/documents.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { DocumentContent } from './document-content.ts'
import { adoptDocuments, documentListener } from './index.ts'

const server = openForFile(openDocuments)

describe('R1.04 numbers', () => {
  test('race: twenty payments settled at once leave no gap and no duplicate, and a rollback takes no number', async () => {
    const reader = await makeReader(server.deps)
    const ids = await Promise.all(Array.from({ length: 20 }, () => server.pay(reader.id)))
    const listen = documentListener({ ...server.deps, readVatOf })
    const lost = await server.paymentOf(await server.pay(reader.id))
    const broken = server.deps.db.transaction(async tx => {
      await listen.onPaid(tx, [lost])
      throw new Error('rolled back')
    })
    const [failed] = await Promise.allSettled([broken, ...ids.map(id => server.settle(id))])
    expect(failed?.status).toBe('rejected')
    const serials = (await server.documentsOf(reader.id)).map(each => each.serial).sort((a, b) => a - b)
    const first = serials[0] ?? 0
    expect(serials).toEqual(Array.from({ length: 20 }, (_, index) => first + index))
  })

  test('idempotent: one payment settled twenty times has one document', async () => {
    const reader = await makeReader(server.deps)
    const id = await server.pay(reader.id)
    await Promise.allSettled(Array.from({ length: 20 }, () => server.settle(id)))
    await server.settle(id)
    expect(await server.documentsOf(reader.id)).toHaveLength(1)
  })

  test('each kind and each year of Bratislava begins with 1', async () => {
    const reader = await makeReader(server.deps)
    const adopt = async (kind: 'receipt' | 'invoice', serial: number, at: string) => {
      const paymentId = await server.pay(reader.id, { at: Temporal.Instant.from(at) })
      await server.deps.db.transaction(tx =>
        adoptDocuments(tx, { settings: server.deps.settings, readVatOf }, [{ paymentId, kind, serial }]),
      )
    }
    // Half an hour before midnight in UTC, but already the new year in Bratislava.
    await adopt('receipt', 7, '2019-12-31T23:30:00Z')
    await adopt('receipt', 7, '2018-12-31T22:30:00Z')
    await adopt('invoice', 7, '2018-12-31T22:30:00Z')
    expect((await server.documentsOf(reader.id)).map(({ kind, year }) => [kind, year])).toEqual([
      ['receipt', 2020],
      ['receipt', 2018],
      ['invoice', 2018],
    ])
  })

  test('a series continues after the highest imported number', async () => {
    const reader = await makeReader(server.deps)
    const adopted = await server.pay(reader.id)
    await server.deps.db.transaction(tx =>
      adoptDocuments(tx, { settings: server.deps.settings, readVatOf }, [
        { paymentId: adopted, kind: 'receipt', serial: 5000 },
      ]),
    )
    await server.settle(await server.pay(reader.id))
    expect((await server.documentsOf(reader.id)).map(each => each.serial)).toEqual([5000, 5001])
  })
})

describe('R1.04 what is made', () => {
  test('a receipt without an invoice address, an invoice with one', async () => {
    const consumer = await makeReader(server.deps)
    const company = await makeReader(server.deps)
    await server.giveAddress(company.id)
    await server.settle(await server.pay(consumer.id))
    await server.settle(await server.pay(company.id))
    expect((await server.documentsOf(consumer.id))[0]?.kind).toBe('receipt')
    expect((await server.documentsOf(company.id))[0]?.kind).toBe('invoice')
    expect((await server.contentOf(company.id)).buyer).toMatchObject({ companyId: '99000407' })
  })

  test('VAT by rate, net from gross, rounding that adds up to what was paid', async () => {
    const reader = await makeReader(server.deps)
    await server.settle(await server.pay(reader.id, { productCode: 'print_1y', amountCents: 24_900 }))
    const name = 'Predplatné Prémium s\u00a0tlačeným denníkom'
    const web = { grossCents: 8990, netCents: 7309, vatCents: 1681 }
    const print = { grossCents: 15_910, netCents: 15_152, vatCents: 758 }
    expect((await server.contentOf(reader.id)).lines).toEqual([
      { name: `${name} – na webe`, quantity: 1, ratePercent: 23, ...web },
      { name: `${name} – tlačený denník`, quantity: 1, ratePercent: 5, ...print },
    ])
  })

  test.each([
    ['verification', 'card', 100],
    ['order', 'sms', 299],
    ['order', 'google', 299],
    ['order', 'card', 0],
  ] as const)('nothing for %s by %s over %d cents', async (purpose, method, amountCents) => {
    const reader = await makeReader(server.deps)
    await server.settle(await server.pay(reader.id, { method, amountCents, purpose }))
    expect(await server.documentsOf(reader.id)).toEqual([])
  })

  test('R11.06 each refund gets a credit note of its own, and together they say what the document says', async () => {
    const reader = await makeReader(server.deps)
    const id = await server.pay(reader.id, { productCode: 'print_1y', amountCents: 24_900 })
    await server.settle(id)
    await makeRefund(server.payments, id, { amountCents: 1001, access: 'keep' })
    await makeRefund(server.payments, id)
    const made = await server.documentsOf(reader.id)
    expect(made.map(each => [each.kind, each.amountCents])).toEqual([
      ['receipt', 24_900],
      ['credit_note', -1001],
      ['credit_note', -23_899],
    ])
    const lines = made.flatMap(each => DocumentContent.parse(each.content).lines)
    for (const part of ['netCents', 'vatCents', 'grossCents'] as const) {
      for (const rate of [23, 5]) {
        const sum = lines.filter(each => each.ratePercent === rate).reduce((all, each) => all + each[part], 0)
        expect(sum).toBe(0)
      }
    }
  })

  test('what it says stays, though the reader moves and gets another name', async () => {
    const { reader, browser, base } = await server.signedIn({ name: 'Jana Kováčová' })
    const id = await server.pay(reader.id)
    await server.settle(id)
    const before = await getFile(browser, `${base}/payments/${id}/receipt.pdf`)
    expect(before.statusCode).toBe(200)
    await server.deps.db.update(users).set({ name: 'Jana Nová' }).where(eq(users.id, reader.id))
    await server.giveAddress(reader.id)
    server.clock.advance('P1D')
    await browser.signIn(reader.email)
    const after = await getFile(browser, `${base}/payments/${id}/receipt.pdf`)
    expect(after.statusCode).toBe(200)
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
  })
})

test('R11.04 R11.06 a refund at the end of a month and its credit note are of one day, however long what is between takes', async () => {
  const reader = await makeReader(server.deps)
  server.clock.set('2027-01-31T22:59:59Z')
  const id = await server.pay(reader.id)
  await server.settle(id)
  const slow = {
    onPaid: async () => {},
    onEnded: async () => {},
    onRefunded: async () => server.clock.set('2027-01-31T23:00:01Z'),
  }
  const refund = await makeRefund({ ...server.payments, listeners: [slow, ...server.payments.listeners] }, id)
  const note = (await server.documentsOf(reader.id)).find(each => each.kind === 'credit_note')
  expect(note?.issuedAt).toEqual(refund.requestedAt)
  expect(DocumentContent.parse(note?.content)).toMatchObject({ issuedOn: '2027-01-31', paidOn: '2027-01-31' })
})
