import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { disputes, payments } from '#server/modules/payments/tables.ts'
import { requestAnonymization, withdrawAnonymization } from '#server/modules/privacy/index.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { settleStoppedRenewals } from '../index.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())
const isOn = async (reader: MoneyReader) => (await reader.renewals()).some(each => each.state === 'active')
const first = async (reader: MoneyReader) => (await reader.payments())[0]?.id ?? 0

describe('R17.03 stopped while nothing is known of its charge, which is paid', () => {
  const stoppedBy = async (stop: (reader: MoneyReader) => Promise<unknown>) => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.gateway.setFaults({ webhooks: 'off', lose_answers: true })
    await server.chargeDue()
    await server.gateway.setFaults({ lose_answers: false })
    await stop(reader)
    server.clock.advance('PT2M')
    await settleStoppedRenewals(server.money)
    expect((await reader.payments()).map(each => each.state)).toEqual(['paid', 'paid'])
    return reader
  }

  test('a dispute that is won lets it go on', async () => {
    const id = `du_${crypto.randomUUID()}`
    const become = async (reader: MoneyReader, state: 'needs_response' | 'won') => {
      const charge = `charge-of-${await first(reader)}`
      await server.deps.db
        .update(payments)
        .set({ chargeReference: charge })
        .where(eq(payments.id, await first(reader)))
      await server.gateway.setFaults({ webhooks: 'prompt' })
      await server.gateway.dispute({ id, charge, amountCents: 8990, respondBy: null, state })
      const isIt = and(eq(disputes.gatewayReference, id), eq(disputes.state, state))
      await eventually(() => server.deps.db.$count(disputes, isIt)).toBe(1)
    }
    const reader = await stoppedBy(each => become(each, 'needs_response'))
    await become(reader, 'won')
    expect(await isOn(reader)).toBe(true)
  })

  test('a wish for deletion that is taken back leaves it to be turned on', async () => {
    const reader = await stoppedBy(({ id: userId }) => requestAnonymization(server.deps, { userId }))
    await withdrawAnonymization(server.deps, { userId: reader.id })
    const last = (await reader.periods()).at(-1)
    const answer = await reader.switchRecurrence(last?.id ?? 0, { enabled: true })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
  })
})
