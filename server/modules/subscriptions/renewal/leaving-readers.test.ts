import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { users } from '#server/modules/identity/tables.ts'
import { refreshPayment } from '#server/modules/payments/index.ts'
import { requestAnonymization, withdrawAnonymization } from '#server/modules/privacy/index.ts'
import { startCardChange } from '#server/testing/journeys/card-change.ts'
import { payOrder, placeOrder, premiumByCard } from '#server/testing/journeys/place-order.ts'
import { renewalsOf } from '#server/testing/journeys/renewals.ts'
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

  /** The bank wants a renewal confirmed: its page is open while the wish comes and is taken back. */
  async function withOpenPage() {
    const reader = await server.subscribe({ card: 'confirmed_always' })
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    await server.gateway.setFaults({ webhooks: 'prompt' })
    const change = await startCardChange(reader)
    const path = `${reader.own}/subscriptions/${reader.subscriptionId}/payment-confirmation`
    const { redirect_url: url } = (await reader.browser.post(path)).json<{ redirect_url: string }>()
    // Another card, which would be charged once the page has ended.
    await server.gateway.payOnPage(change.redirect_url ?? '')
    await eventually(async () => (await reader.renewals()).at(-1)?.cardId).not.toBe(reader.cardId)
    await requestAnonymization(server.deps, { userId: reader.id })
    await withdrawAnonymization(server.deps, { userId: reader.id })
    const statesOf = async () => (await renewalsOf(reader)).map(each => each.state)
    return { reader, url, statesOf }
  }

  test('is charged nothing when the wish is taken back and the page of a confirmation ends unpaid after it', async () => {
    const { reader, url, statesOf } = await withOpenPage()
    await server.gateway.leavePage(url)
    await eventually(statesOf).toEqual(['failed', 'failed'])
    await server.chargeDue()
    expect(await statesOf()).toEqual(['failed', 'failed'])
    const recurrence = { state: 'off', reason: 'stopped_by_reader' }
    expect(await reader.list()).toMatchObject([{ recurrence }])
  })

  test('has what is paid on the page of a confirmation after the wish is taken back, and nothing renewed after that', async () => {
    const { reader, url, statesOf } = await withOpenPage()
    await server.gateway.payOnPage(url)
    await eventually(statesOf).toEqual(['failed', 'paid'])
    const next = (await reader.list()).find(each => each.state === 'future')
    expect(next).toMatchObject({
      period: { from: reader.endsAt.toString() },
      recurrence: { state: 'off', reason: 'stopped_by_reader', next_payment: null, acts: ['turn_on'] },
    })
    goTo(Temporal.Instant.from(next?.period.to ?? ''))
    await server.chargeDue()
    expect(await statesOf()).toEqual(['failed', 'paid'])
  })

  test('R11.01 who turns it on again amid the page pays once, there', async () => {
    const { reader, url, statesOf } = await withOpenPage()
    await reader.switchRecurrence(reader.subscriptionId, { enabled: true })
    await server.chargeDue()
    await server.gateway.payOnPage(url)
    await eventually(statesOf).toEqual(['failed', 'paid'])
    await server.chargeDue()
    const bought = (await reader.list()).filter(each => each.state === 'future')
    expect(bought).toMatchObject([{ recurrence: { state: 'on' } }])
    expect(await statesOf()).toEqual(['failed', 'paid'])
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
