import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { expireOrders, remindOfTransfers } from '#server/modules/orders/index.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { takeStatementFile } from '#server/ops/statements/take-statement-file.ts'
import { placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { makeCamt } from '#server/testing/make/statement.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { matchEntries } from './index.ts'
import { bankEntries } from './tables.ts'

const server = openForFile(createMoneyApp)

let sent = 0

/** A reader who has ordered Premium for 89,90 € and sends the sums of a statement. */
async function buyer(locale: 'sk' | 'en' = 'sk') {
  const reader = await server.signIn({ locale })
  const order = await placeOrder(reader, premiumByTransfer)
  const symbol = order.transfer?.variable_symbol ?? ''
  const statement = (amounts: string[]) =>
    makeCamt(amounts.map(amount => ({ reference: `R${++sent}`, amount, symbol })))
  const take = (text: string) => takeStatementFile(server.money, Buffer.from(text), {})
  return {
    reader,
    order,
    symbol,
    statement,
    take,
    send: (...amounts: string[]) => take(statement(amounts)),
    /** Mails about these transfers, by template. */
    told: async () => {
      const rows = await server.deps.db
        .select({ template: outboxMessages.template })
        .from(outboxMessages)
        .where(and(eq(outboxMessages.userId, reader.id), eq(outboxMessages.kind, 'mail')))
        .orderBy(outboxMessages.id)
      return rows.map(({ template }) => template).filter(template => template !== 'transfer_requested')
    },
    mail: (words: string) => server.mailbox.waitFor(reader.email, ({ subject }) => subject.includes(words)),
  }
}

test('R11.14 a reader who sent too little is told what came, what is missing and where to send it, once for each entry', async () => {
  const jana = await buyer()
  const statement = jana.statement(['40.00'])
  await Promise.all(Array.from({ length: 20 }, () => jana.take(statement)))
  expect(await jana.told()).toEqual(['transfer_underpaid'])
  const mail = await jana.mail('49,90')
  expect(mail.subject).toBe('Za Prémium treba ešte poslať 49,90\u00a0€')
  expect(mail.text).toContain(`zatiaľ prišlo 40,00\u00a0€, stojí však 89,90\u00a0€`)
  expect(mail.text).toContain('SK31\u00a01200\u00a00000\u00a01987\u00a04263\u00a07541')
  expect(mail.text).toContain(jana.symbol)
  expect(mail.text).toContain(`?order=${jana.order.id}`)

  // The rest comes in two parts, of which the first is too little again.
  await jana.send('9.90')
  expect((await jana.mail('40,00')).text).toContain(`prišlo 49,90\u00a0€, stojí však 89,90\u00a0€`)
  await jana.send('40.00')
  expect((await jana.mail('celá suma')).text).toContain('Nič už, prosím, neposielajte.')
  expect(await jana.told()).toEqual(['transfer_underpaid', 'transfer_underpaid', 'transfer_enough'])
})

test('R11.14 the page of the order, to which that mail leads, says what is missing also once the order has expired', async () => {
  const iva = await buyer()
  server.clock.advance('P15D')
  await expireOrders(server.money)
  const page = () => iva.reader.readOrder(iva.order.id)
  expect(await page()).toMatchObject({ state: 'expired' })
  expect(await page()).not.toHaveProperty('transfer')
  await iva.send('80.00')
  expect(await iva.told()).toEqual(['transfer_underpaid'])
  const sums = { price: { amount: 990 }, received: { amount: 8000 } }
  expect(await page()).toMatchObject({ state: 'expired', transfer: { ...sums, variable_symbol: iva.symbol } })
  const { items } = (await iva.reader.browser.get(`${iva.reader.own}/payments`)).json<{ items: object[] }>()
  expect(items).toMatchObject([{ state: 'created', pay_url: expect.stringMatching(/\d$/) }])
})

test('R11.14 a reader who sent too much is told by how much, and to send nothing more', async () => {
  const peter = await buyer('en')
  await peter.send('100.00')
  const mail = await peter.mail('too much')
  expect(mail.subject).toBe('You have paid €10.10 too much for Premium')
  expect(mail.text).toContain('return the difference')
  expect(await peter.told()).toEqual(['transfer_enough'])
})

test('R11.14 two transfers of one statement are told of together, and not at all when one of them pays', async () => {
  const [halves, mended] = [await buyer(), await buyer()]
  await halves.send('30.00', '20.00')
  expect((await halves.mail('39,90')).text).toContain('prišlo 50,00')
  expect(await halves.told()).toEqual(['transfer_underpaid'])
  await mended.send('80.00', '89.90')
  expect(await mended.told()).toEqual(['order_paid'])
})

test('R11.14 money sent back counts no more, and a rolled-back transaction mails nothing', async () => {
  const jana = await buyer()
  await jana.send('40.00')
  await server.deps.db
    .update(bankEntries)
    .set({ state: 'dismissed' })
    .where(eq(bankEntries.variableSymbol, jana.symbol))
  await jana.send('80.00')
  await jana.mail('9,90')
  // A batch that is rolled back leaves its entries pending and mails nothing.
  const jobs = { ...server.deps.jobs, enqueue: () => Promise.reject(new Error('killed')) }
  await takeStatementFile({ ...server.money, jobs }, Buffer.from(jana.statement(['5.00'])), {})
  expect(await jana.told()).toHaveLength(2)
  server.clock.advance('PT1M')
  await matchEntries(server.money)
  await matchEntries(server.money)
  expect((await jana.mail('4,90')).text).toContain('prišlo 85,00')
  expect(await jana.told()).toHaveLength(3)
})

test.each(['before', 'after'])(
  'a payment of which too much came %s its order has expired is not told as failed',
  async when => {
    const iva = await buyer()
    if (when === 'before') await iva.send('100.00')
    server.clock.advance('P15D')
    await expireOrders(server.money)
    if (when === 'after') await iva.send('100.00')
    const { items } = await iva.reader.get<{ items: object[] }>('payments')
    expect(items).toMatchObject([{ state: 'created' }])
  },
)

test('R11.14 an order is reminded of though something came for it, which was sent back', async () => {
  const iva = await buyer()
  await iva.send('1.00')
  const isTheirs = eq(bankEntries.variableSymbol, iva.symbol)
  await server.deps.db.update(bankEntries).set({ state: 'dismissed' }).where(isTheirs)
  server.clock.advance('P11D')
  await remindOfTransfers(server.money)
  expect(await iva.told()).toContain('transfer_reminder')
})
