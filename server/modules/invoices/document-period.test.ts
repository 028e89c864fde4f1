import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readPdf } from '#server/testing/inspect/pdf.ts'
import { orderGift } from '#server/testing/journeys/buy-gift.ts'
import { openCompanySales } from '#server/testing/make/company-sales.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { numberOf } from './document-number.ts'
import { drawDocument } from './draw-document/draw-document.ts'
import { readContent } from './read-content.ts'
import { servicePeriod } from './service-period.ts'
import { documents } from './tables.ts'

const server = openForFile(openCompanySales)

const documentsOf = async ({ id }: { id: number }) => {
  const rows = await server.deps.db
    .select()
    .from(documents)
    .where(eq(documents.userId, id))
    .orderBy(documents.id)
  return rows.map(row => ({ ...row, content: readContent(row.content) }))
}

const contentsOf = async (who: { id: number }) => (await documentsOf(who)).map(({ content }) => content)

/** What stands on each of a reader's documents, words parted by one space. */
const printed = async (who: { id: number }) => {
  const pdfs = (await documentsOf(who)).map(each => drawDocument({ ...each, number: numberOf(each) }))
  return (await Promise.all(pdfs)).map(pdf => readPdf(pdf).text.replaceAll(/\s+/g, ' '))
}

const none = { opened: null, seatsUntil: null, giftLength: null }
const at = (text: string) => Temporal.Instant.from(text)

test.each([
  ['2027-03-01T09:00:00Z', '2028-03-01T09:00:00Z', '2027-03-01', '2028-02-29'],
  // Midnight in Bratislava is another day than in London.
  ['2027-02-28T23:30:00Z', '2027-03-28T22:30:00Z', '2027-03-01', '2027-03-28'],
  ['2027-03-01T09:00:00Z', '2027-03-01T12:00:00Z', '2027-03-01', '2027-03-01'],
])('R11.04 a period from %s to %s is that of the days %s to %s', (startsAt, endsAt, from, to) => {
  const opened = { startsAt: at(startsAt), endsAt: at(endsAt) }
  expect(servicePeriod({ ...none, opened }, Temporal.PlainDate.from('2027-01-01'))).toEqual({ from, to })
})

describe('R11.04 documents state what was paid for, and when it is delivered', () => {
  test('a package: its seats, unit price without VAT, the order; then more seats, to the same end', async () => {
    const boss = await server.administer()
    server.clock.advance('P6M')
    const order = await boss.extend('company_10', 'add_seats')
    server.clock.set('2028-02-20T09:00:00Z')
    await boss.extend('company_5', 'renew')
    const [first, seats, year] = await contentsOf(boss)
    expect(first).toMatchObject({
      buyer: { company: 'Pod Lipou, s. r. o.', person: 'Katarína Šimková', companyId: '99000407' },
      lines: [{ quantity: 5, ratePercent: 23, netCents: 36_179, vatCents: 8321, grossCents: 44_500 }],
      period: { from: '2027-03-01', to: '2028-02-29' },
    })
    expect(seats).toMatchObject({
      lines: [{ quantity: 10 }],
      period: { from: '2027-09-01', to: '2028-02-29' },
      orderNumber: String(order.id),
    })
    expect(year).toMatchObject({ period: { from: '2028-03-01', to: '2029-02-28' } })
    server.clock.set('2027-03-01T09:00:00Z')
  })

  test('a renewal: the year that follows; no order', async () => {
    const reader = await server.subscribe({ endsAt: at('2027-03-02T09:00:00Z') })
    await server.chargeDue()
    expect(await contentsOf(reader)).toMatchObject([
      { period: { from: '2027-03-02', to: '2028-03-01' }, orderNumber: null, paidOn: '2027-03-01' },
    ])
    expect(await printed(reader)).toEqual([expect.stringMatching(/Obdobie: 2. marca 2027 – 1. marca 2028 /)])
  })

  test('an upgrade: from today to the end of what it replaced', async () => {
    const reader = await server.subscribe({
      startsAt: at('2026-09-01T09:00:00Z'),
      endsAt: at('2027-09-01T09:00:00Z'),
    })
    const [offer] = await reader.listOffers(reader.subscriptionId)
    expect((await reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')).statusCode).toBe(201)
    expect(await contentsOf(reader)).toMatchObject([{ period: { from: '2027-03-01', to: '2027-08-31' } }])
  })

  test('a gift: how long it is, since it begins when it is activated', async () => {
    const giver = await server.signIn()
    await (await orderGift(server, giver, { email: 'obdarovana@dennik.example' })).pay()
    expect(await contentsOf(giver)).toMatchObject([{ period: { length: 'P1Y' } }])
    expect(await printed(giver)).toEqual([expect.stringMatching(/Obdobie: 1 rok od aktivácie darčeka/)])
  })
})

test('R11.04 a document that was stored before documents were data says the same', () => {
  const party = { companyId: '99000407', taxId: null, vatId: null }
  const content = readContent({
    locale: 'sk',
    supplier: {
      ...party,
      name: 'Noviny',
      street: 'Hlavná 1',
      city: '040 01 Košice',
      taxId: '2',
      vatId: 'SK2',
      register: 'OR',
    },
    buyer: { ...party, lines: ['Pod Lipou', 'Slovensko'], email: 'jana@example.com' },
    item: 'Prémium',
    method: 'card',
    variableSymbol: '4026100915',
    issuedOn: '2025-03-14',
    paidOn: '2025-03-14',
    vat: [{ ratePercent: 23, netCents: -7309, vatCents: -1681, grossCents: -8990 }],
    grossCents: -8990,
    corrects: 'F-2025-000214',
  })
  expect(content).toMatchObject({
    supplier: { city: '040 01 Košice', zip: null, country: 'SK' },
    buyer: { printed: ['Pod Lipou', 'Slovensko'], companyId: '99000407' },
    lines: [{ name: 'Predplatné Prémium', quantity: 1, netCents: -7309 }],
    period: null,
    corrects: { number: 'F-2025-000214', issuedOn: null },
  })
  expect(readContent(JSON.parse(JSON.stringify(content)))).toEqual(content)
})
