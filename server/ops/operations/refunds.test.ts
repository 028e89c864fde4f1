import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { matchEntries } from '#server/modules/bank-transfers/index.ts'
import { sendLostRefunds } from '#server/modules/payments/index.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeCamt } from '#server/testing/make/statement.ts'
import { makeTransfer } from '#server/testing/operation-examples/refunds.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  support = await openOperator(server, [
    'payments:read',
    'payments:write',
    'bank-transfers:read',
    'bank-transfers:write',
  ])
})

type View = { id: number; state: string; left_cents: number; iban: string | null; variable_symbol: string }
const call = async <T = View>(name: string, input: Record<string, unknown> = {}) =>
  (await support.call(name, input)).json<T>()
const refund = (id: number, given = {}) =>
  call('payments refund', { id, access: 'keep', reason: 'A complaint.', ...given })

test('R11.06 a transfer goes back to the account that paid, by a payment order, and the statement says that it arrived', async () => {
  const paymentId = await makeTransfer(server)
  const { id, ...made } = await refund(paymentId, { amount_cents: 1000 })
  expect(made).toMatchObject({ state: 'requested', left_cents: 7990, iban: 'SK3112000000198742637541' })
  const order = await call<{ message_id: string; count: number; total_cents: number; xml: string }>(
    'refunds export',
  )
  expect(order).toMatchObject({ count: 1, total_cents: 1000 })
  expect(order.xml).toContain('<InstdAmt Ccy="EUR">10.00</InstdAmt>')
  expect(order.xml).toContain('<Nm>Zofia Kovacova syn</Nm>')
  expect(order.xml).toContain(`<EndToEndId>/VS${made.variable_symbol}/SS${id}/KS</EndToEndId>`)
  expect(await call('refunds export')).toMatchObject({ errors: [{ key: 'operation_refused' }] })
  const again = await call<typeof order>('refunds export', { message_id: order.message_id })
  expect(again.xml).toBe(order.xml)

  const entry = { amount: '10.00', direction: 'DBIT' as const, symbol: made.variable_symbol }
  const file = Buffer.from(makeCamt([entry, { ...entry, amount: '10.01' }]))
  expect((await support.call('transfers take', { file })).statusCode).toBe(200)
  await matchEntries(server.payments)
  expect(await call<{ items: View[] }>('refunds list', { state: 'arrived' })).toMatchObject({
    items: [{ id }],
  })
  const left = await call<{ items: object[] }>('transfers entries', { variable_symbol: made.variable_symbol })
  expect(left.items).toMatchObject([{ reason: 'debit', amount_cents: 1001 }])

  // The account was closed: the bank returns it days after it was booked.
  expect(await call('refunds failed', { id })).toMatchObject({ state: 'failed' })
  const elsewhere = { id, iban: 'SK0809000000000123123123', recipient: 'Peter Novák' }
  expect(await call('refunds redirect', elsewhere)).toMatchObject({ state: 'requested' })
  expect((await call<typeof order>('refunds export')).xml).toContain('<IBAN>SK0809000000000123123123</IBAN>')
})

/** A refund whose payer the order looks up, as when the statement came after it. */
async function refundToUnknown() {
  const { id } = await refund(await makeTransfer(server))
  await server.deps.db.update(refunds).set({ iban: null, recipient: null }).where(eq(refunds.id, id))
  return id
}

test.each([
  ['whose account is known', async () => (await refund(await makeTransfer(server))).id],
  ['whose payer is looked up', refundToUnknown],
])('R11.06 race: of twenty payment orders at once one holds the refund %s', async (_what, make) => {
  await make()
  const answers = await Promise.all(Array.from({ length: 20 }, () => support.call('refunds export')))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('R11.06 race: a refund goes to the account that staff were told, whether they or the payment order came first', async () => {
  const elsewhere = { iban: 'SK0809000000000123123123', recipient: 'Peter Novák' }
  for (let times = 0; times < 20; times++) {
    const id = await refundToUnknown()
    const redirect = () => support.call('refunds redirect', { id, ...elsewhere })
    const exported = () => support.call('refunds export')
    const [redirected, order] =
      times % 2
        ? await Promise.all([redirect(), exported()])
        : (await Promise.all([exported(), redirect()])).toReversed()
    expect(order?.statusCode).toBe(200)
    const iban = redirected?.statusCode === 200 ? elsewhere.iban : 'SK3112000000198742637541'
    expect(order?.json<{ xml: string }>().xml).toContain(`<IBAN>${iban}</IBAN>`)
    const { items } = await call<{ items: View[] }>('refunds list', { state: 'sent' })
    expect(items).toContainEqual(expect.objectContaining({ id, iban }))
  }
})

test('R11.06 two payment orders of one millisecond, as when the clock is set back, are two orders', async () => {
  const stopped = vi.spyOn(server.clock, 'now').mockReturnValue(server.clock.now())
  const ids = new Set<string>()
  for (let times = 0; times < 2; times++) {
    await refund(await makeTransfer(server))
    const order = await call<{ message_id: string; count: number }>('refunds export')
    expect(order.count).toBe(1)
    ids.add(order.message_id)
  }
  stopped.mockRestore()
  expect(ids.size).toBe(2)
})

test('R11.06 what counts as sent is in the payment order, however many there are', async () => {
  const paymentId = await makeTransfer(server)
  await server.deps.db.execute(sql`
    insert into refunds (payment_id, amount_cents, reason, requested_by, access, way, iban, state, key, requested_at)
    select ${paymentId}::int, 1, 'A complaint.', 'support', 'keep', 'transfer', 'SK3112000000198742637541', 'requested',
      'many/' || number, ${server.clock.now().toString()}
    from generate_series(1, 10001) number`)
  const order = await call<{ count: number; xml: string }>('refunds export')
  expect(order.count).toBe(10_001)
  expect(order.xml).toContain('<NbOfTxs>10001</NbOfTxs>')
})

test('R11.06 a dry run tells the sum, the state and the mail, and does nothing', async () => {
  const paymentId = await makeTransfer(server)
  const tried = await refund(paymentId, { access: 'end', dry_run: true })
  expect(tried).toMatchObject({
    amount_cents: 8990,
    dry_run: {
      before: { left_cents: 8990 },
      after: { left_cents: 0, access: 'end', state: 'requested' },
      mails: [{ subject: 'Vraciame vám 89,90\u00a0€' }],
    },
  })
  expect(await refund(paymentId, { amount_cents: 8990 })).toMatchObject({ left_cents: 0 })
})

test('R11.06 race: one key for two payments at once refunds one of them, and is refused for the other', async () => {
  const [key, paymentIds] = [crypto.randomUUID(), [await makeTransfer(server), await makeTransfer(server)]]
  const asked = Array.from({ length: 10 }, () => paymentIds).flat()
  const answers = await Promise.all(
    asked.map(async id => ({ paymentId: id, ...(await refund(id, { key })) })),
  )
  const refused = answers.filter(each => 'errors' in each)
  expect(new Set(refused.map(({ paymentId }) => paymentId)).size).toBe(1)
  const error = { key: 'idempotency_key_reused', field: 'key' }
  for (const each of refused) expect(each).toMatchObject({ errors: [error] })
  expect(refused).toHaveLength(10)
})

test.each([
  ['more than is left', { amount_cents: 8991 }, 'amount_cents'],
  ['nothing', { amount_cents: 0 }, 'amount_cents'],
  ['what becomes of the access is not said', { access: undefined }, 'access'],
  ['no reason', { reason: ' ' }, 'reason'],
])('R11.06 refused at its field: %s', async (_what, given, field) => {
  const answer = await refund(await makeTransfer(server), given)
  expect(answer).toMatchObject({ errors: [{ field }] })
})

test('R11.06 repeated with its key it is one refund; by hand it is sent, fails, is redirected and arrives', async () => {
  const paymentId = await makeTransfer(server)
  const key = crypto.randomUUID()
  const [one, two] = [await refund(paymentId, { key }), await refund(paymentId, { key })]
  expect(two.id).toBe(one.id)
  for (const [payment, other] of [
    [await makeTransfer(server), {}],
    [paymentId, { amount_cents: 1 }],
    [paymentId, { access: 'end' }],
  ] as const) {
    const answer = await refund(payment, { key, ...other })
    expect(answer).toMatchObject({ errors: [{ key: 'idempotency_key_reused', field: 'key' }] })
  }
  const id = one.id
  expect(await call('refunds sent', { id })).toMatchObject({ state: 'sent' })
  expect(await call('refunds sent', { id })).toMatchObject({ errors: [{ key: 'operation_refused' }] })
  expect(await call('refunds failed', { id })).toMatchObject({ state: 'failed' })
  const redirected = { id, iban: 'SK08 0900 0000 0001 2312 3123', recipient: 'Peter Novák' }
  expect(
    await call('refunds redirect', { ...redirected, iban: 'SK09 0900 0000 0001 2312 3123' }),
  ).toMatchObject({
    errors: [{ field: 'iban' }],
  })
  expect(await call('refunds redirect', redirected)).toMatchObject({ state: 'requested', way: 'transfer' })
  expect(await call('refunds arrived', { id })).toMatchObject({ state: 'arrived' })
  // Transfers are no matter of the gateway.
  await sendLostRefunds(server.payments)
  expect((await support.call('refunds sent', { id: 999_999 })).statusCode).toBe(404)
})
