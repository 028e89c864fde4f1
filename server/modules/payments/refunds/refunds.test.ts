import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documents } from '#server/modules/invoices/tables.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { sendLostRefunds } from '../index.ts'
import { payments, refunds } from '../tables.ts'
import { queueGivingBack } from './queue-refunds.ts'
import { sendRefunds } from './send-refunds.ts'

const server = openForFile(createMoneyApp)
beforeAll(() => server.clock.set('2029-01-10T10:00:00Z')) // A year has 365 days, whenever this runs.
beforeEach(() => server.stopAllRenewals())

async function bought() {
  const reader = await server.signIn()
  await buy(server, reader)
  const [payment] = await reader.payments()
  if (!payment) throw new Error('There is no payment')
  return { reader, payment }
}
const refundsOf = (paymentId: number) =>
  server.deps.db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(refunds.id)
const statesOf = async (paymentId: number) => (await refundsOf(paymentId)).map(({ state }) => state)
const creditsOf = async (paymentId: number) =>
  (
    await server.deps.db
      .select()
      .from(documents)
      .where(eq(documents.paymentId, paymentId))
      .orderBy(documents.id)
  ).flatMap(each => (each.kind === 'credit_note' ? [each.amountCents] : []))
const messagesInWork = () =>
  server.deps.db.$count(
    sql`pgboss.job where name = 'refresh-payment' and state in ('created', 'active', 'retry')`,
  )
const returned = async () => (await server.gateway.ledger()).returned
const running = async (reader: MoneyReader) => (await reader.list()).filter(each => each.state === 'active')

describe('R11.06 a refund to a card', () => {
  test('of a part leaves the payment paid, each part has its credit note, and the rest closes it', async () => {
    const { reader, payment } = await bought()
    const before = await returned()
    await makeRefund(server.money, payment.id, { amountCents: 1000, access: 'keep' })
    await eventually(() => statesOf(payment.id)).toEqual(['sent'])
    expect((await reader.payments())[0]).toMatchObject({ state: 'paid', refundedCents: 1000 })
    expect(await running(reader)).toMatchObject([{ recurrence: { state: 'on' } }])
    await makeRefund(server.money, payment.id)
    await eventually(() => statesOf(payment.id)).toEqual(['sent', 'sent'])
    expect((await reader.payments())[0]).toMatchObject({ state: 'refunded', refundedCents: 8990 })
    expect(await running(reader)).toEqual([])
    expect(await creditsOf(payment.id)).toEqual([-1000, -7990])
    expect((await returned()) - before).toBe(8990)
    const told = async () => {
      const mails = server.mailbox.mails.filter(({ to }) => to === reader.email)
      return mails.flatMap(({ subject }) => (subject.startsWith('Vraciame') ? [subject] : [])).toSorted()
    }
    await eventually(told).toEqual(['Vraciame vám 10,00\u00a0€', 'Vraciame vám 79,90\u00a0€'])
  })

  test('shortens the period in proportion, in whole days, and stops its renewal', async () => {
    const { reader, payment } = await bought()
    const [before] = await running(reader)
    await makeRefund(server.money, payment.id, { amountCents: 4495, access: 'shorten' })
    const [after] = await running(reader)
    const end = Temporal.Instant.from(before?.period.to ?? '').toZonedDateTimeISO('Europe/Bratislava')
    expect(after?.period.to).toBe(end.subtract({ days: 182 }).toInstant().toString())
    expect(after?.recurrence).toMatchObject({ state: 'off', reason: 'stopped_by_publisher' })
  })

  test('race: of twenty at once only as many are made as the payment pays for', async () => {
    const { reader, payment } = await bought()
    const before = await returned()
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        makeRefund(server.money, payment.id, { amountCents: 2000, access: 'keep' }),
      ),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    await eventually(() => statesOf(payment.id)).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect((await reader.payments())[0]).toMatchObject({ state: 'paid', refundedCents: 8000 })
    expect((await returned()) - before).toBe(8000)
    expect(await creditsOf(payment.id)).toHaveLength(4)
  })

  test('race: twenty equal requests are one refund', async () => {
    const { payment } = await bought()
    const key = crypto.randomUUID()
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        makeRefund(server.money, payment.id, { amountCents: 1000, access: 'keep', key }),
      ),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await creditsOf(payment.id)).toEqual([-1000])
  })

  test('a gateway that is away, or loses its answer, is asked again, and gives the money back once', async () => {
    const { payment } = await bought()
    const before = await returned()
    await server.gateway.setFaults({ down: 'hanging_up' })
    await makeRefund(server.money, payment.id, { amountCents: 1000, access: 'keep' })
    await expect(sendRefunds(server.money, payment.id)).rejects.toThrow()
    expect(await statesOf(payment.id)).toEqual(['requested'])
    await server.gateway.setFaults({ down: 'no' })
    // Killed after the gateway had made it, before that was written.
    const [refund] = await refundsOf(payment.id)
    await server.money.gateway.refund({
      key: refund?.key ?? '',
      reference: payment.chargeReference ?? '',
      amountCents: 1000,
    })
    server.clock.advance('PT1M')
    await sendLostRefunds(server.money)
    expect(await statesOf(payment.id)).toEqual(['sent'])
    expect((await returned()) - before).toBe(1000)
    expect(
      (await server.deps.db.select().from(payments).where(eq(payments.id, payment.id)))[0],
    ).toMatchObject({
      refundedCents: 1000,
    })
  })

  test('that staff call a withdrawal is told by mail and in the log like any other', async () => {
    const { reader, payment } = await bought()
    await makeRefund(server.money, payment.id, { reason: 'withdrawal' })
    await server.mailbox.waitFor(reader.email, ({ subject }) => subject.startsWith('Vraciame'))
    const { items } = await reader.get<{ items: { kind: string }[] }>('activity')
    expect(items[0]?.kind).toBe('payment_refunded')
  })

  test('parts refunded at the gateway are refunds of their own, with their documents', async () => {
    const { reader, payment } = await bought()
    const reference = payment.chargeReference ?? ''
    await server.money.gateway.refund({ key: 'by-hand/1', reference, amountCents: 1000 })
    await eventually(() => creditsOf(payment.id)).toEqual([-1000])
    await server.gateway.replay(3)
    await makeRefund(server.money, payment.id, { amountCents: 500, access: 'keep' })
    await eventually(() => statesOf(payment.id)).toEqual(['sent', 'sent'])
    expect(await running(reader)).toMatchObject([{ recurrence: { state: 'on' } }])
    await server.money.gateway.refund({ key: 'by-hand/2', reference, amountCents: 7490 })
    await eventually(() => creditsOf(payment.id)).toEqual([-1000, -500, -7490])
    expect((await reader.payments())[0]?.state).toBe('refunded')
    expect(await running(reader)).toEqual([])
    expect((await refundsOf(payment.id)).map(each => each.requestedBy)).toEqual([
      'gateway',
      'support',
      'gateway',
    ])
  })

  test('one that the gateway refuses has failed, and stops no other', async () => {
    const { payment } = await bought()
    await server.gateway.setFaults({ webhooks: 'off' })
    // A message about the purchase that is still being handled would find what is refunded by hand.
    await eventually(messagesInWork).toBe(0)
    await server.money.gateway.refund({
      key: `by-hand/${payment.id}`,
      reference: payment.chargeReference ?? '',
      amountCents: 8000,
    })
    await makeRefund(server.money, payment.id, { amountCents: 2000, access: 'keep' })
    await makeRefund(server.money, payment.id, { amountCents: 900, access: 'keep' })
    const ours = async () =>
      (await refundsOf(payment.id)).filter(each => each.reason !== 'gateway').map(({ state }) => state)
    await eventually(ours).toEqual(['failed', 'sent'])
    await server.gateway.setFaults({ webhooks: 'prompt' })
  })

  test.each(['before', 'at once'])(
    'of what came too late is asked for once when staff give it back too: %s',
    async when => {
      const { payment } = await bought()
      const staff = () => makeRefund(server.money, payment.id)
      const queue = () => server.deps.db.transaction(tx => queueGivingBack(tx, server.money, payment.id))
      if (when === 'before') await staff()
      const all = Array.from({ length: when === 'before' ? 1 : 10 }, () => [queue(), staff()]).flat()
      await Promise.allSettled(all)
      const jobs = async () => {
        const { rows } = await server.deps.db.execute(
          sql`select state from pgboss.job where name = 'refund-payment' and data @> ${{ paymentId: payment.id }}`,
        )
        return new Set(rows.map(({ state }) => state))
      }
      await eventually(jobs).toEqual(new Set(['completed']))
      expect(await statesOf(payment.id)).toEqual(['sent'])
    },
  )
})
