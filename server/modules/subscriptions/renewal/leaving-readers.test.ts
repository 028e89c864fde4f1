import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { users } from '#server/modules/identity/tables.ts'
import { refreshPayment } from '#server/modules/payments/index.ts'
import { requestAnonymization, withdrawAnonymization } from '#server/modules/privacy/index.ts'
import { startCardChange } from '#server/testing/journeys/card-change.ts'
import { payOrder, placeOrder, premiumByCard } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { switchRecurrence } from '../index.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())

describe('R8.07 who has asked for deletion', () => {
  test('race: turns nothing on by a press that the wish overtakes', async () => {
    const reader = await server.subscribe()
    await requestAnonymization(server.deps, { userId: reader.id })
    const asked = switchRecurrence(server.deps, { userId: reader.id }, reader.subscriptionId, {
      enabled: true,
    })
    await expect(asked).rejects.toThrow('user_anonymization_pending')
  })

  test('is charged nothing when the wish is taken back, by a card that was verified meanwhile', async () => {
    const reader = await server.subscribe({ card: 'confirmed_always' })
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    await server.gateway.setFaults({ webhooks: 'prompt' })
    const change = await startCardChange(reader)
    await requestAnonymization(server.deps, { userId: reader.id })
    await server.gateway.payOnPage(change.redirect_url ?? '', 'succeeds')
    await eventually(async () => (await reader.readChange(change.id)).state).not.toBe('waiting')
    await withdrawAnonymization(server.deps, { userId: reader.id })
    await server.chargeDue()
    const states = (await reader.payments())
      .filter(each => each.purpose === 'renewal')
      .map(each => each.state)
    expect(states).toEqual(['failed'])
  })

  test('is told of no next payment of what was paid for on a page that was open', async () => {
    const reader = await server.signIn()
    const order = await placeOrder(reader, premiumByCard)
    await requestAnonymization(server.deps, { userId: reader.id })
    await payOrder(server, reader, order)
    expect(await reader.list()).toMatchObject([{ recurrence: { state: 'off', next_payment: null } }])
    const mail = await server.mailbox.waitFor(reader.email, ({ subject }) => subject.includes('zaplatené'))
    expect(mail.text).not.toContain('stiahneme')
  })

  test.each(['loaded', 'native'])('has nothing renewed by the taking back of the wish: %s', async kind => {
    const reader = await server.signIn()
    const order = await placeOrder(reader, premiumByCard)
    const set = { anonymizationRequestedAt: server.clock.now() }
    if (kind === 'loaded') await server.deps.db.update(users).set(set).where(eq(users.id, reader.id))
    else await requestAnonymization(server.deps, { userId: reader.id })
    // On the gateway's page, which was open before.
    await payOrder(server, reader, order)
    await withdrawAnonymization(server.deps, { userId: reader.id })
    const recurrence = { state: 'off', reason: 'stopped_by_reader', acts: ['turn_on'] }
    expect(await reader.list()).toMatchObject([{ recurrence }])
  })

  test('race: twenty take the wish back as their payments on an open page arrive: each has what was bought, once', async () => {
    await server.gateway.setFaults({ webhooks: 'off' })
    const all: { reader: MoneyReader; payment: number }[] = []
    for (let nth = 0; nth < 20; nth++) {
      const reader = await server.signIn()
      const order = await placeOrder(reader, premiumByCard)
      await requestAnonymization(server.deps, { userId: reader.id })
      await server.gateway.payOnPage(order.redirect_url ?? '')
      all.push({ reader, payment: (await reader.payments())[0]?.id ?? 0 })
    }
    await Promise.all(
      all.flatMap(({ reader, payment }, nth) => [
        refreshPayment(server.money, payment),
        // Later by little each time, so that some come before the payment, some amid it and some after.
        pause(nth * 10).then(() => withdrawAnonymization(server.deps, { userId: reader.id })),
      ]),
    )
    for (const { reader } of all) {
      const bought = await reader.list()
      expect(bought).toHaveLength(1)
      const { state, reason } = bought[0]?.recurrence ?? {}
      // What is paid once the wish is taken back is a purchase as any.
      expect(['on null', 'off stopped_by_reader']).toContain(`${state} ${reason}`)
    }
  })
})
