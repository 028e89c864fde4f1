import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#server/ops/tables.ts'
import { dayOf } from '#server/platform/clock.ts'
import { placeOrder, premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeCamt } from '#server/testing/make/statement.ts'
import { createMoneyApp, type MoneyApp } from '#server/testing/setup/money-app.ts'

let server: MoneyApp
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  server = await createMoneyApp()
  support = await openOperator(server, ['bank-transfers:read', 'bank-transfers:write'])
})
afterAll(async () => {
  await server.close()
})

type Item = { id: number; state: string; reason: string; reference: string; variable_symbol: string }
const items = async (name: string, input: object = {}) =>
  (await support.call(name, { ...input })).json<{ items: Item[] }>().items
const orderPremium = async () => {
  const reader = await server.signIn()
  const order = await placeOrder(reader, premiumByTransfer)
  return { reader, order, symbol: order.transfer?.variable_symbol ?? '' }
}
const take = (text: string | Uint8Array, input: object = {}) =>
  support.call('transfers take', { file: Buffer.from(text), ...input })

test('R1.24 support takes a statement, sees what did not match, and settles it; each step is in the log', async () => {
  const [first, second] = [await orderPremium(), await orderPremium()]
  expect((await items('transfers list')).map(item => item.variable_symbol)).toEqual(
    expect.arrayContaining([first.symbol, second.symbol]),
  )
  const taken = await take(
    makeCamt([
      { reference: 'A', amount: '89.90', symbol: first.symbol },
      { reference: 'B', amount: '80.00', symbol: second.symbol },
      { reference: 'C', amount: '5.00', message: 'Dar redakcii' },
      { reference: 'D', amount: '9.00', direction: 'DBIT' },
    ]),
  )
  expect(taken.json()).toMatchObject({ known: 0, statements: [{ entries: 4, is_own_account: true }] })
  expect(await items('transfers list', { variable_symbol: first.symbol })).toEqual([])

  const open = await items('transfers entries')
  expect(open.map(({ reference, reason }) => [reference, reason])).toEqual([
    ['D', 'debit'],
    ['C', 'no_symbol'],
    ['B', 'underpaid'],
  ])
  const [debit, gift, half] = open.map(({ id }) => id)
  expect(
    (await support.call('transfers match', { id: debit, variable_symbol: second.symbol })).json(),
  ).toMatchObject({
    errors: [{ key: 'operation_refused', field: 'id', message: expect.stringContaining('did not come') }],
  })
  expect((await support.call('transfers match', { id: half, variable_symbol: '1' })).json()).toMatchObject({
    errors: [{ key: 'not_found', field: 'variable_symbol' }],
  })
  const matched = await support.call('transfers match', {
    id: half,
    variable_symbol: second.symbol,
    note: 'Zľava po telefóne',
  })
  expect(matched.json()).toMatchObject({ state: 'matched', reason: 'underpaid', opened: true })
  expect(await second.reader.readOrder(second.order.id)).toMatchObject({ state: 'paid' })
  expect(await second.reader.list()).toMatchObject([{ state: 'active' }])
  expect((await support.call('transfers dismiss', { id: gift })).json()).toMatchObject({
    errors: [{ field: 'note' }],
  })
  expect((await support.call('transfers dismiss', { id: gift, note: 'Dar' })).json()).toMatchObject({
    state: 'dismissed',
    note: 'Dar',
  })
  expect((await support.call('transfers dismiss', { id: gift, note: 'Dar' })).json()).toMatchObject({
    errors: [{ key: 'operation_refused' }],
  })
  expect((await items('transfers entries')).map(({ reference }) => reference)).toEqual(['D'])

  const lines = await server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.who, support.name))
    .orderBy(desc(auditLog.id))
  expect(lines.find(line => line.operation === 'transfers match' && line.outcome === 'done')).toMatchObject({
    readerId: second.reader.id,
    before: { state: 'unmatched', reason: 'underpaid' },
    after: { state: 'matched', opened: true },
  })
  expect(JSON.stringify(lines)).not.toContain('Nováková')
})

test('R1.24 race: the same entry decided on by twenty at once is decided once', async () => {
  const { reader, symbol } = await orderPremium()
  await take(makeCamt([{ reference: 'E', amount: '1.00', symbol }], { reference: 'E' }))
  const [entry] = await items('transfers entries', { variable_symbol: symbol })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      support.call('transfers match', { id: entry?.id, variable_symbol: symbol }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await reader.periods()).toHaveLength(1)
})

test('R1.24 a transfer is confirmed ahead of its statement by symbol and sum', async () => {
  const { reader, symbol } = await orderPremium()
  const confirm = (input: object) => support.call('transfers confirm', { amount_cents: 8990, ...input })
  expect((await confirm({ variable_symbol: symbol, amount_cents: 899 })).json()).toMatchObject({
    errors: [{ key: 'operation_refused', field: 'amount_cents' }],
  })
  expect((await confirm({ variable_symbol: '1' })).statusCode).toBe(404)
  expect((await confirm({ variable_symbol: 'abc' })).json()).toMatchObject({
    errors: [{ field: 'variable_symbol' }],
  })
  expect((await confirm({ variable_symbol: symbol })).statusCode).toBe(200)
  expect((await confirm({ variable_symbol: symbol })).json()).toMatchObject({
    errors: [{ key: 'operation_refused', field: 'variable_symbol' }],
  })
  expect(await reader.periods()).toHaveLength(1)
  const day = dayOf(server.clock.now()).toString()
  await take(makeCamt([{ reference: 'F', amount: '89.90', symbol, day }], { reference: 'F' }))
  expect(await items('transfers entries', { variable_symbol: symbol })).toEqual([])
  expect(await items('transfers entries', { state: 'confirmed', variable_symbol: symbol })).toHaveLength(1)
})

test('what is no statement is refused with its place, and nothing of it is kept', async () => {
  const { symbol } = await orderPremium()
  const text = makeCamt([{ reference: 'G', amount: '89.90', symbol }, { amount: '7.77' }])
  const answer = await take(text.replace('>7.77<', '>seven<'))
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({
    errors: [
      { key: 'operation_refused', field: 'file', message: expect.stringMatching(/line \d+, entry 2/) },
    ],
  })
  expect(await items('transfers list', { variable_symbol: symbol })).toHaveLength(1)
  expect((await take('reference;date;amount\nA;2026-11-20;1')).json()).toMatchObject({
    errors: [{ message: expect.stringContaining('whose account') }],
  })
})
