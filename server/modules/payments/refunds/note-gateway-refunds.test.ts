import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { documents } from '#server/modules/invoices/tables.ts'
import { buy, placeOrder, premiumByCard } from '#server/testing/journeys/place-order.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { markRefund, redirectRefund, refreshPayment } from '../index.ts'
import { refunds } from '../tables.ts'
import { noteFailedRefund } from './note-failed-refund.ts'
import { sendRefunds } from './send-refunds.ts'

const server = openForFile(createMoneyApp)
afterEach(async () => {
  vi.restoreAllMocks()
  await server.gateway.setFaults({ webhooks: 'prompt' })
})

const messagesLeft = () =>
  server.deps.db.$count(
    sql`pgboss.job where name = 'refresh-payment' and state in ('created', 'active', 'retry')`,
  )

/** A payment by card, and refunds of it in the gateway's dashboard of which no message has come. */
async function refundedThere(sums: readonly number[]) {
  const reader = await server.signIn()
  await buy(server, reader)
  const [payment] = await reader.payments()
  if (!payment) throw new Error('There is no payment')
  await eventually(messagesLeft).toBe(0)
  await server.gateway.setFaults({ webhooks: 'off' })
  const refundThere = async (amountCents: number) => {
    return server.gateway.refundThere(payment.chargeReference ?? '', amountCents)
  }
  const made: string[] = []
  for (const sum of sums) made.push(await refundThere(sum))
  const rows = () =>
    server.deps.db.select().from(refunds).where(eq(refunds.paymentId, payment.id)).orderBy(refunds.id)
  return {
    reader,
    payment,
    made,
    refundThere,
    /** What a message about the payment leads to. */
    notice: () => refreshPayment(server.money, payment.id, { waits: true, isRetried: true }),
    statesBySum: async () => (await rows()).map(each => [each.amountCents, each.state]),
    credits: async () => {
      const all = await server.deps.db
        .select()
        .from(documents)
        .where(eq(documents.paymentId, payment.id))
        .orderBy(documents.id)
      return all.flatMap(each => (each.kind === 'credit_note' ? [each.amountCents] : []))
    },
  }
}

/** A refund of ours that came back. @returns its id */
async function failedRefund(paymentId: number, amountCents: number): Promise<number> {
  const { id } = await makeRefund(server.money, paymentId, { amountCents, access: 'keep' })
  await sendRefunds(server.money, paymentId)
  const [row] = await server.deps.db.select().from(refunds).where(eq(refunds.id, id))
  await server.gateway.failRefund(row?.gatewayReference ?? '')
  await noteFailedRefund(server.money, row?.gatewayReference ?? '')
  return id
}

describe('R11.06 refunds in the gateway’s dashboard', () => {
  test('that are noticed together are each a refund with its own document, and one that comes back has failed', async () => {
    const { made, notice, statesBySum, credits } = await refundedThere([1000, 700, 700])
    await notice()
    expect(await credits()).toEqual([-1000, -700, -700])
    await server.gateway.failRefund(made[1] ?? '')
    await noteFailedRefund(server.money, made[1] ?? '')
    await notice()
    const expected = [
      [1000, 'sent'],
      [700, 'failed'],
      [700, 'sent'],
    ]
    expect(await statesBySum()).toEqual(expected)
    expect(await credits()).toEqual([-1000, -700, -700])
  })

  test('race: twenty notices at once make each once, and the last of all that was paid ends the access', async () => {
    const { reader, notice, statesBySum, credits } = await refundedThere([1000, 1000, 6990])
    await Promise.all(Array.from({ length: 20 }, notice))
    expect((await statesBySum()).map(([sum]) => sum)).toEqual([1000, 1000, 6990])
    expect(await credits()).toEqual([-1000, -1000, -6990])
    expect((await reader.payments())[0]).toMatchObject({ state: 'refunded', refundedCents: 8990 })
    expect((await reader.list()).filter(each => each.state === 'active')).toEqual([])
  })

  test('race: one whose failure is told while it is being noted has failed', async () => {
    const { payment, made, notice, statesBySum } = await refundedThere([1000, 700])
    const { gateway } = server.money
    const listed = await gateway.listRefunds(payment.chargeReference ?? '')
    vi.spyOn(gateway, 'listRefunds').mockImplementationOnce(async () => {
      await server.gateway.failRefund(made[0] ?? '')
      await noteFailedRefund(server.money, made[0] ?? '')
      return listed
    })
    await notice()
    await eventually(statesBySum).toEqual([
      [1000, 'failed'],
      [700, 'sent'],
    ])
  })

  test('made before the payment was known as paid are noted, too', async () => {
    await server.gateway.setFaults({ webhooks: 'off' })
    const reader = await server.signIn()
    const { redirect_url: page } = await placeOrder(reader, premiumByCard)
    await server.gateway.payOnPage(page ?? '')
    const [open] = await reader.payments()
    const paid = await server.money.gateway.readCheckout(open?.checkoutReference ?? '')
    await server.gateway.refundThere('reference' in paid ? paid.reference : '', 1000)
    await refreshPayment(server.money, open?.id ?? 0)
    await eventually(async () => (await reader.payments())[0]).toMatchObject({
      state: 'paid',
      refundedCents: 1000,
    })
  })

  test('one that had come back before anybody noticed gave nothing back', async () => {
    const { made, notice, statesBySum, credits } = await refundedThere([1000, 700])
    await server.gateway.failRefund(made[0] ?? '')
    await noteFailedRefund(server.money, made[0] ?? '')
    await notice()
    expect(await statesBySum()).toEqual([[700, 'sent']])
    expect(await credits()).toEqual([-700])
  })

  test('race: one pays out one of two that had failed, noticed by twenty at once', async () => {
    const { payment, refundThere, notice, statesBySum } = await refundedThere([])
    for (const sum of [500, 500]) await failedRefund(payment.id, sum)
    await refundThere(500)
    await Promise.all(Array.from({ length: 20 }, notice))
    expect(await statesBySum()).toEqual([
      [500, 'sent'],
      [500, 'failed'],
    ])
  })

  test('that pay out the whole payment, of which the refund had failed, leave nothing that is owed', async () => {
    const { payment, refundThere, statesBySum, credits } = await refundedThere([])
    await failedRefund(payment.id, 8990)
    await server.gateway.setFaults({ webhooks: 'prompt' })
    await refundThere(8990)
    await eventually(statesBySum).toEqual([[8990, 'sent']])
    expect(await credits()).toEqual([-8990])
  })

  test('race: one that had failed, and that staff have sent to an account just now, is not paid out by another', async () => {
    const { payment, refundThere, notice, statesBySum } = await refundedThere([])
    const id = await failedRefund(payment.id, 500)
    await refundThere(500)
    const account = { iban: 'SK3112000000198742637541', recipient: 'Jana' }
    const locks = await holdLocks(server.deps.db, tx => redirectRefund(tx, { id, ...account }))
    const noticed = notice()
    await locks.waitedForBy(1)
    await locks.release()
    await noticed
    expect(await statesBySum()).toEqual([
      [500, 'requested'],
      [500, 'sent'],
    ])
  })

  test('that pay out one that had failed, noted by hand or not, are no second refund, and may fail as well', async () => {
    const { payment, refundThere, notice, statesBySum, credits } = await refundedThere([])
    await failedRefund(payment.id, 500)
    const id = await failedRefund(payment.id, 900)
    await server.deps.db.transaction(tx => markRefund(tx, server.deps, { id, state: 'sent' }))
    const there = await refundThere(500)
    await refundThere(900)
    await refundThere(700)
    await notice()
    await notice()
    expect(await statesBySum()).toEqual([
      [500, 'sent'],
      [900, 'sent'],
      [700, 'sent'],
    ])
    await server.gateway.failRefund(there)
    await noteFailedRefund(server.money, there)
    expect(await statesBySum()).toEqual([
      [500, 'failed'],
      [900, 'sent'],
      [700, 'sent'],
    ])
    expect(await credits()).toEqual([-500, -900, -700])
  })
})
