import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { failedItems } from '#server/platform/jobs/failed-items-table.ts'
import { startCardChange } from '#server/testing/journeys/card-change.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { refreshPayment, sendLostRefunds } from './index.ts'
import { refunds } from './tables.ts'

const server = openForFile(createMoneyApp)

describe('each way ends clearly', () => {
  test('a failed refund is retried as soon as the gateway answers', async () => {
    const reader = await server.subscribe()
    const change = await startCardChange(reader)
    const [payment] = (await reader.payments()).filter(each => each.purpose === 'verification')
    const refundsOf = async () => {
      const made = await server.deps.db
        .select()
        .from(refunds)
        .where(eq(refunds.paymentId, payment?.id ?? 0))
      return made.map(({ state }) => state)
    }
    await server.gateway.setFaults({ webhooks: 'off' })
    await server.gateway.payOnPage(change.redirect_url ?? '')
    // Webhook first, then the gateway goes down before the refund.
    const jobs = { ...server.deps.jobs, enqueue: async () => undefined }
    const { withPayments } = await import('#server/modules/payment-reactions.ts')
    await refreshPayment(withPayments({ ...server.deps, jobs }, server.money.gateway), payment?.id ?? 0)
    expect((await reader.readChange(change.id)).state).toBe('verified')
    await server.gateway.setFaults({ down: 'refusing' })
    server.clock.advance('PT1M')
    await sendLostRefunds(server.money)
    expect(await refundsOf()).toEqual(['requested'])
    await server.gateway.setFaults({ down: 'no', webhooks: 'prompt' })
    server.clock.advance('PT1M')
    await sendLostRefunds(server.money)
    expect(await refundsOf()).toEqual(['sent'])
    expect((await reader.readChange(change.id)).state).toBe('refunded')
  })
})

test('a part of a payment that the gateway cannot give back holds up no other part of it', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  const id = (await reader.payments()).at(-1)?.id ?? 0
  // Both are asked for before a job takes them up.
  const unheard = { ...server.money, jobs: { ...server.deps.jobs, enqueue: async () => undefined } }
  const [poison, next] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const key of [poison, next]) {
    await makeRefund(unheard, id, { key, amountCents: 100, access: 'keep' })
  }
  const { gateway } = server.money
  const refund: typeof gateway.refund = asked =>
    asked.key === poison ? Promise.reject(new Error('An answer of another kind')) : gateway.refund(asked)
  server.clock.advance('PT1M')
  await sendLostRefunds({ ...server.money, gateway: { ...gateway, refund } })
  const { db } = server.deps
  const rows = await db.select().from(refunds).where(eq(refunds.paymentId, id)).orderBy(refunds.id)
  expect(rows.map(({ key, state }) => [key, state])).toEqual([
    [poison, 'requested'],
    [next, 'sent'],
  ])
  expect(await db.$count(failedItems, eq(failedItems.item, String(id)))).toBe(1)
})
