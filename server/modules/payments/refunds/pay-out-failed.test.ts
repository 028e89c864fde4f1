import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { buy } from '#server/testing/journeys/place-order.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { followDispute } from '../disputes/follow-dispute.ts'
import { refunds } from '../tables.ts'
import { noteFailedRefund } from './note-failed-refund.ts'
import { exportRefunds, markRefund, redirectRefund } from './pay-out.ts'
import { refundQueue } from './queue-refunds.ts'
import { sendRefunds } from './send-refunds.ts'

const server = openForFile(createMoneyApp)

test.each([
  ['all of it', 8990, 8990, [[8990, 'sent', 'support']]],
  [
    'a part, and the bank all',
    1000,
    8990,
    [
      [1000, 'sent', 'support'],
      [7990, 'sent', 'bank'],
    ],
  ],
  [
    'a part, and the bank another part',
    1000,
    2000,
    [
      [1000, 'failed', 'support'],
      [2000, 'sent', 'bank'],
    ],
  ],
] as const)(
  'R11.12 a refund that came back is owed no more once the bank has taken it by a dispute: %s',
  async (_what, failedCents, takenCents, expected) => {
    const reader = await server.signIn()
    await buy(server, reader)
    const [payment] = await reader.payments()
    const { id } = await makeRefund(server.money, payment?.id ?? 0, { amountCents: failedCents })
    const rows = () =>
      server.deps.db
        .select()
        .from(refunds)
        .where(eq(refunds.paymentId, payment?.id ?? 0))
        .orderBy(refunds.id)
    await eventually(async () => (await rows())[0]?.state).toBe('sent')
    await server.gateway.failRefund((await rows())[0]?.gatewayReference ?? '')
    await eventually(async () => (await rows())[0]?.state).toBe('failed')
    const dispute = { id: `du_${id}`, charge: payment?.chargeReference ?? '', respondBy: null }
    await server.gateway.dispute({ ...dispute, amountCents: takenCents, state: 'lost' })
    await followDispute(server.money, dispute.id)
    const states = (await rows()).map(each => [each.amountCents, each.state, each.requestedBy])
    expect(states).toEqual(expected)
  },
)

/** A refund of all that was paid, which the gateway has made if it `isSent`; the bank then takes all by a dispute. */
async function refundedAndDisputed({ isSent }: { isSent: boolean }) {
  await server.gateway.setFaults({ webhooks: 'prompt' })
  const reader = await server.signIn()
  await buy(server, reader)
  const [payment] = await reader.payments()
  const paymentId = payment?.id ?? 0
  const rows = () => server.deps.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))
  const row = async () =>
    (await rows()).map(({ state, requestedBy, gatewayReference }) => [state, requestedBy, gatewayReference])
  if (!isSent) await server.gateway.setFaults({ down: 'hanging_up' })
  const { id } = await makeRefund(server.money, paymentId)
  if (isSent) await eventually(async () => (await rows())[0]?.state).toBe('sent')
  else await server.deps.db.execute(sql`delete from pgboss.job where name = ${refundQueue}`)
  const there = (await rows())[0]?.gatewayReference ?? ''
  const disputeId = `du_${id}`
  const charge = payment?.chargeReference ?? ''
  await server.gateway.setFaults({ webhooks: 'off' })
  await server.gateway.dispute({ id: disputeId, charge, respondBy: null, amountCents: 8990, state: 'lost' })
  await server.gateway.setFaults({ down: 'no', webhooks: 'off' })
  return { id, paymentId, there, disputeId, row }
}

describe('R11.12 a refund that fails after its money was lost in a dispute is not owed twice', () => {
  afterEach(() => server.gateway.setFaults({ webhooks: 'prompt' }))

  test('it had been sent', async () => {
    const { there, disputeId, row } = await refundedAndDisputed({ isSent: true })
    await followDispute(server.money, disputeId)
    await server.gateway.failRefund(there)
    await noteFailedRefund(server.money, there)
    await noteFailedRefund(server.money, there)
    expect(await row()).toEqual([['sent', 'support', disputeId]])
  })

  test('it was still to be sent', async () => {
    const { paymentId, disputeId, row } = await refundedAndDisputed({ isSent: false })
    await followDispute(server.money, disputeId)
    await sendRefunds(server.money, paymentId)
    expect(await row()).toEqual([['sent', 'support', disputeId]])
  })

  test('race: both are told at once, of twenty payments', async () => {
    const all: Awaited<ReturnType<typeof refundedAndDisputed>>[] = []
    for (let nth = 0; nth < 20; nth++) all.push(await refundedAndDisputed({ isSent: true }))
    for (const { there } of all) await server.gateway.failRefund(there)
    const tell = ({ there, disputeId }: (typeof all)[number]) => [
      noteFailedRefund(server.money, there),
      followDispute(server.money, disputeId),
    ]
    await Promise.all(all.flatMap(tell))
    expect(await Promise.all(all.map(({ row }) => row()))).toEqual(
      all.map(({ disputeId }) => [['sent', 'support', disputeId]]),
    )
  })
})

describe('R11.12 a refund of which staff decide, and whose money the bank takes by a dispute, is not owed twice', () => {
  afterEach(() => server.gateway.setFaults({ webhooks: 'prompt' }))

  test('it was redirected to an account', async () => {
    const { there, disputeId, row, id } = await refundedAndDisputed({ isSent: true })
    await server.gateway.failRefund(there)
    await noteFailedRefund(server.money, there)
    const account = { iban: 'SK3112000000198742637541', recipient: 'Jana' }
    await server.deps.db.transaction(tx => redirectRefund(tx, { id, ...account }))
    await followDispute(server.money, disputeId)
    expect(await row()).toEqual([['sent', 'support', disputeId]])
    const exported = server.deps.db.transaction(tx => exportRefunds(tx, server.deps, { version: '09' }))
    await expect(exported).rejects.toThrow('operation_refused')
  })

  test('staff note afterwards that it came back', async () => {
    const { disputeId, row, id } = await refundedAndDisputed({ isSent: true })
    await followDispute(server.money, disputeId)
    await server.deps.db.transaction(tx => markRefund(tx, server.deps, { id, state: 'failed' }))
    expect(await row()).toEqual([['sent', 'support', disputeId]])
  })
})
