import { describe, expect, test } from 'vitest'
import type { CardChange } from '#contract/payment-cards/payment-cards.ts'
import { startCardChange } from '#server/testing/journeys/card-change.ts'
import { createMoneyApp, eventually, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { testOrigin } from '#server/testing/setup/test-app.ts'
import { abandonCardChanges } from './index.ts'

const server = openForFile(createMoneyApp)

const cardShown = async (reader: Subscribed) => (await reader.list())[0]?.payment?.card?.last4

const stateOf =
  (reader: Subscribed, { id }: CardChange) =>
  async () =>
    (await reader.readChange(id)).state

test('R1.03 R1.23 the charge is shown before, the new card is used once it is verified, and the charge is refunded', async () => {
  const reader = await server.subscribe()
  const change = await startCardChange(reader)
  expect(change).toMatchObject({
    state: 'waiting',
    subscription_id: reader.subscriptionId,
    verification: { price: { amount: 50, currency: 'EUR' }, refunded: true },
    overdue_renewal: null,
  })
  expect(await cardShown(reader)).toBe('4242')
  const before = await server.gateway.ledger()
  const back = await server.gateway.payOnPage(change.redirect_url ?? '', 'confirmed_once')
  expect(back).toBeUndefined()
  expect(await cardShown(reader)).toBe('4242')
  expect(await server.gateway.confirmOnPage(change.redirect_url ?? '', 'confirm')).toBe(
    `${testOrigin}/predplatne?card_change=${change.id}&payment=done`,
  )
  await eventually(stateOf(reader, change)).toBe('refunded')
  expect(await cardShown(reader)).toBe('3155')
  const after = await server.gateway.ledger()
  expect([after.taken - before.taken, after.returned - before.returned]).toEqual([50, 50])
  const mail = await server.mailbox.waitFor(reader.email)
  expect(mail.subject).toBe('Platobná karta je zmenená')
  expect(mail.text).toContain('Visa\u00a0••••\u00a03155')
  // The next period is charged to it.
  server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
  await server.chargeDue()
  const ledger = await server.gateway.ledger()
  const renewal = (await reader.payments()).find(each => each.purpose === 'renewal')
  expect(ledger.charges.filter(charge => charge.key === renewal?.gatewayKey)).toHaveLength(1)
  expect(renewal?.cardId).not.toBe(reader.cardId)
})

test('verification charges are no purchases: the reader’s list of payments has none', async () => {
  const reader = await server.subscribe()
  const change = await startCardChange(reader)
  await server.gateway.payOnPage(change.redirect_url ?? '')
  await eventually(stateOf(reader, change)).toBe('refunded')
  const listed = await reader.browser.get(`${reader.own}/payments`)
  expect(listed.json<{ items: unknown[] }>().items).toHaveLength(1)
})

test('race: twenty changes at once are one change with one page', async () => {
  const reader = await server.subscribe()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => reader.changeCard(reader.subscriptionId)),
  )
  expect(new Set(answers.map(answer => answer.statusCode))).toEqual(new Set([201]))
  expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
  expect((await reader.payments()).filter(each => each.purpose === 'verification')).toHaveLength(1)
})

describe('each way ends clearly', () => {
  test('a card that is declined leaves the former one; tried again with a good one it is changed', async () => {
    const reader = await server.subscribe()
    const change = await startCardChange(reader)
    await server.gateway.payOnPage(change.redirect_url ?? '', 'declined')
    expect((await reader.readChange(change.id)).state).toBe('waiting')
    await server.gateway.leavePage(change.redirect_url ?? '')
    await eventually(stateOf(reader, change)).toBe('declined')
    expect(await reader.readChange(change.id)).toMatchObject({ decline: 'card_declined' })
    expect(await cardShown(reader)).toBe('4242')

    const again = await startCardChange(reader)
    expect(again.id).not.toBe(change.id)
    await server.gateway.payOnPage(again.redirect_url ?? '', 'declined_later')
    await eventually(stateOf(reader, again)).toBe('refunded')
    expect(await cardShown(reader)).toBe('0341')
  })

  test('it expires after an hour, and a card that is given later is not taken', async () => {
    const reader = await server.subscribe()
    const change = await startCardChange(reader)
    server.clock.advance('PT59M')
    await abandonCardChanges(server.money)
    expect((await reader.readChange(change.id)).state).toBe('waiting')
    server.clock.advance('PT1M')
    await abandonCardChanges(server.money)
    expect((await reader.readChange(change.id)).state).toBe('abandoned')
    await server.gateway.payOnPage(change.redirect_url ?? '')
    expect((await reader.payments()).at(-1)?.state).toBe('failed')
    expect(await cardShown(reader)).toBe('4242')
  })

  test('race: a card that was given in the last minute, with its webhook lost, is taken', async () => {
    const reader = await server.subscribe()
    const change = await startCardChange(reader)
    await server.gateway.setFaults({ webhooks: 'off' })
    await server.gateway.payOnPage(change.redirect_url ?? '')
    await server.gateway.setFaults({ webhooks: 'prompt' })
    server.clock.advance('PT2H')
    await abandonCardChanges(server.money)
    expect(['verified', 'refunded']).toContain((await reader.readChange(change.id)).state)
  })

  test('idempotent: coming back many times, with each webhook ten times, changes it once and refunds once', async () => {
    const reader = await server.subscribe()
    const change = await startCardChange(reader)
    const before = await server.gateway.ledger()
    await server.gateway.payOnPage(change.redirect_url ?? '')
    await Promise.all([
      server.gateway.replay(10),
      ...Array.from({ length: 20 }, () => reader.readChange(change.id)),
    ])
    await eventually(stateOf(reader, change)).toBe('refunded')
    const after = await server.gateway.ledger()
    expect([after.taken - before.taken, after.returned - before.returned]).toEqual([50, 50])
    await server.mailbox.waitFor(reader.email)
    expect(server.mailbox.mails.filter(mail => mail.to === reader.email)).toHaveLength(1)
  })
})

describe('a renewal that has failed', () => {
  /** One whose every attempt failed, and whose period has just ended. */
  async function failedFor(reader: Subscribed, attempts: number) {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const plan = (await reader.renewals()).at(-1)
      server.clock.set((plan?.chargeAt ?? server.clock.now()).toString())
      await server.chargeDue()
    }
  }

  test.each([
    [1, 'while it is tried again'],
    [5, 'after the last attempt'],
  ])('%i times, %s: it is charged at once with the new card, and the reader is told', async attempts => {
    const reader = await server.subscribe({ card: 'declined_later' })
    await failedFor(reader, attempts)
    const change = await startCardChange(reader)
    await server.gateway.payOnPage(change.redirect_url ?? '')
    await eventually(stateOf(reader, change)).toBe('refunded')
    expect((await reader.readChange(change.id)).overdue_renewal).toBe('waiting')
    await server.chargeDue()
    expect((await reader.readChange(change.id)).overdue_renewal).toBe('paid')
    const [first, next] = await reader.periods()
    expect(next?.startsAt).toEqual(first?.endsAt)
    expect((await reader.renewals()).at(-1)).toMatchObject({ state: 'active', subscriptionId: next?.id })
    await server.mailbox.waitFor(reader.email, mail => mail.subject.includes('obnovilo'))
  })

  test('and fails with the new card as well: the reader is told that, too', async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    await failedFor(reader, 5)
    const change = await startCardChange(reader)
    await server.gateway.payOnPage(change.redirect_url ?? '', 'declined_later')
    await eventually(stateOf(reader, change)).toBe('refunded')
    await server.chargeDue()
    expect((await reader.readChange(change.id)).overdue_renewal).toBe('failed')
    expect((await reader.renewals()).at(-1)).toMatchObject({ state: 'active', failedAttempts: 1 })
  })

  test('a long time ago is not charged any more', async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    await failedFor(reader, 5)
    server.clock.set(reader.endsAt.add({ hours: 24 * 14 }).toString())
    const answer = await reader.changeCard(reader.subscriptionId)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'recurrence_not_recurrent' }] })
  })
})

test('a renewal that its reader has stopped stays stopped under the new card', async () => {
  const reader = await server.subscribe()
  await reader.switchRecurrence(reader.subscriptionId, { enabled: false })
  const change = await startCardChange(reader)
  await server.gateway.payOnPage(change.redirect_url ?? '', 'confirmed_once')
  await server.gateway.confirmOnPage(change.redirect_url ?? '', 'confirm')
  await eventually(stateOf(reader, change)).toBe('refunded')
  expect(await reader.renewals()).toMatchObject([{ state: 'user_stop' }])
  expect(await cardShown(reader)).toBe('3155')
})

test('open redirect: a foreign return URL is refused before anything is begun', async () => {
  const reader = await server.subscribe()
  for (const url of ['https://evil.example/x', 'http://profil.test.evil.example/']) {
    const answer = await reader.changeCard(reader.subscriptionId, url)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'return_url_not_allowed' }] })
  }
  expect(await reader.payments()).toHaveLength(1)
})
