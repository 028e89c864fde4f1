import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buy } from '#server/testing/journeys/place-order.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { followDispute } from '../disputes/follow-dispute.ts'
import { refunds } from '../tables.ts'

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
