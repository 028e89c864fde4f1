import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { addresses } from '#server/modules/addresses/tables.ts'
import { buyerLines } from '#server/modules/invoices/describe-buyer.ts'
import { documentListener } from '#server/modules/invoices/index.ts'
import { readContent } from '#server/modules/invoices/read-content.ts'
import { documents } from '#server/modules/invoices/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { readVatOf } from '#server/modules/subscriptions/index.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createTestApp } from '../setup/test-app.ts'
import type { TestBrowser } from '../setup/test-browser.ts'
import { makePayment, makeProduct } from './purchase.ts'
import { makeSignedIn } from './signed-in.ts'

/** Buyers on a reader's documents, in order. */
export async function readBuyers({ db }: Pick<Deps, 'db'>, userId: number) {
  const rows = await db.select().from(documents).where(eq(documents.userId, userId)).orderBy(documents.id)
  return rows.map(({ kind, content }) => {
    const { buyer, locale } = readContent(content)
    return { kind, companyId: buyer.companyId, text: buyerLines(buyer, locale).join(', ') }
  })
}

/** A document's file. The first one starts the thread that draws, which may take longer than a read: then 503, and again. */
export async function getFile(browser: TestBrowser, path: string): Promise<LightMyRequestResponse> {
  const answer = await browser.get(path)
  return answer.statusCode === 503 ? browser.get(path) : answer
}

/** A server on 14 March 2026 that sells a year online, and one with the printed daily (two rates of VAT). */
export async function openDocuments() {
  const server = await createTestApp()
  server.clock.set('2026-03-14T19:42:00Z')
  await makeProduct(server.deps, { code: 'premium_1y' })
  await makeProduct(server.deps, {
    code: 'print_1y',
    priceCents: 24_900,
    printCents: 15_910,
    nameSk: 'Prémium s\u00a0tlačeným denníkom',
  })

  const paymentOf = async (id: number) =>
    onlyRow(await server.deps.db.select().from(payments).where(eq(payments.id, id)))
  const settle = async (paymentId: number) => {
    const payment = await paymentOf(paymentId)
    const listener = documentListener({ ...server.deps, readVatOf })
    await server.deps.db.transaction(tx => listener.onPaid(tx, [payment]))
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
  const contentOf = async (userId: number) => readContent((await documentsOf(userId))[0]?.content)
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
    const { browser, ...reader } = await makeSignedIn(server, given)
    return { reader, browser, base: `/rest/api/prv/v1/users/${reader.id}` }
  }

  return { ...server, settle, paymentOf, pay, documentsOf, contentOf, giveAddress, signedIn }
}
