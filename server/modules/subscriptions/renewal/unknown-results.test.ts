import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { yearsOfPremium } from '#server/testing/journeys/have-a-year.ts'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { settleStoppedRenewals } from '../index.ts'
import { restoreRenewals } from '../restore-renewals.ts'
import { stopRenewals } from '../stop-renewals.ts'
import { chargeRenewals } from './charge-renewals.ts'
import { claimRenewals } from './claim-renewals.ts'
import { stopRenewalOf } from './stop-renewal.ts'

const server = openForFile(createMoneyApp)
beforeAll(async () => {
  // Webhooks off: they would tell the results before they are queried.
  await server.gateway.setFaults({ webhooks: 'off' })
})

// The readers of other tests would be charged as well.
beforeEach(() => server.stopAllRenewals())

const mailsTo = (reader: Subscribed) => server.mailbox.mails.filter(mail => mail.to === reader.email)
/** Runs due renewals by two concurrent workers. */
const runTwice = () => Promise.all([server.chargeDue(), server.chargeDue()])
const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())

describe('a result that is not known', () => {
  test('a charge with a lost response is queried by the same idempotency key, ever more seldom; it is charged once and no failure is mailed', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.gateway.setFaults({ lose_answers: true })
    await runTwice()
    expect((await reader.payments()).at(-1)?.state).toBe('unknown')
    expect(await reader.periods()).toHaveLength(1)
    await server.gateway.setFaults({ lose_answers: false })
    await server.chargeDue()
    expect((await reader.payments()).at(-1)?.state).toBe('unknown')
    // Down for long: the next time is after half of the time for which nothing was known, and after an hour at most.
    await server.gateway.setFaults({ down: 'refusing' })
    for (const [later, minutes] of [
      ['PT1H', 30],
      ['PT10H', 60],
    ] as const) {
      server.clock.advance(later)
      await server.chargeDue()
      const [plan] = await reader.renewals()
      expect(plan?.claimedUntil?.since(server.clock.now()).total('minutes')).toBeCloseTo(minutes, 0)
    }
    await server.gateway.setFaults({ down: 'no' })
    server.clock.advance('PT1H')
    await runTwice()
    expect((await reader.payments()).at(-1)?.state).toBe('paid')
    const { gatewayKey } = (await reader.payments()).at(-1) ?? {}
    const { charges } = await server.gateway.ledger()
    expect(charges.filter(charge => charge.key === gatewayKey)).toHaveLength(1)
    expect(await reader.periods()).toHaveLength(2)
    await server.mailbox.waitFor(reader.email)
    expect(mailsTo(reader)).toHaveLength(1)
  })

  test('a gateway that is down for a whole run loses no charge and stops no renewal', async () => {
    const endsAt = server.clock.now().add({ hours: 24 * 300 })
    const readers: Subscribed[] = []
    for (let index = 0; index < 25; index++) readers.push(await server.subscribe({ endsAt }))
    goTo(endsAt.subtract({ hours: 48 }))
    for (const down of ['refusing', 'hanging_up'] as const) {
      await server.gateway.setFaults({ down })
      for (let run = 0; run < 3; run++) {
        await runTwice()
        server.clock.advance('PT20S')
      }
    }
    for (const reader of readers) {
      expect((await reader.renewals()).map(each => [each.state, each.failedAttempts])).toEqual([
        ['active', 0],
      ])
    }
    await server.gateway.setFaults({ down: 'no' })
    server.clock.advance('PT20S')
    await runTwice()
    server.clock.advance('PT20S')
    await runTwice()
    for (const reader of readers) {
      expect(await reader.periods()).toHaveLength(2)
      const charges = (await reader.payments()).filter(each => each.purpose === 'renewal')
      expect(charges.map(each => each.state)).toEqual(['paid'])
    }
    for (const reader of readers) await server.mailbox.waitFor(reader.email)
    expect(readers.flatMap(mailsTo).filter(mail => mail.subject.includes('nepodarila'))).toEqual([])
  })
})

describe('a renewal that is stopped', () => {
  test('while its charge is claimed but not begun: the gateway is never called', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.subtract({ hours: 48 }))
    const claimed = await claimRenewals(server.money, 10)
    const [plan] = await reader.renewals()
    const mine = claimed.find(each => each.renewalId === plan?.id)
    if (!mine) throw new Error('It was not claimed')
    await server.deps.db.transaction(tx => stopRenewalOf(tx, server.deps, reader.subscriptionId))
    const before = (await server.gateway.ledger()).taken
    expect(await chargeRenewals(server.money, [mine])).toEqual({ settled: 0, unknown: 0 })
    expect((await server.gateway.ledger()).taken).toBe(before)
    expect((await reader.renewals()).map(each => each.state)).toEqual(['admin_stop'])
    expect(await reader.periods()).toHaveLength(1)
    // An uncharged reader sees no payment.
    const answer = await reader.browser.signIn(reader.email)
    expect(answer.statusCode).toBe(204)
    const listed = await reader.browser.get(`${reader.own}/payments`)
    expect(listed.json<{ items: unknown[] }>().items).toHaveLength(1)
  })
})

test.each([
  ['was taken all the same: the period is paid for, and the last', true],
  ['never reached the gateway: it is not charged any more', false],
])('stopped while its result was unknown, a charge that %s', async (_what, isTaken) => {
  const reader = await server.subscribe()
  goTo(reader.endsAt.subtract({ hours: 48 }))
  await server.gateway.setFaults(isTaken ? { lose_answers: true } : { down: 'refusing' })
  await server.chargeDue()
  await server.gateway.setFaults({ lose_answers: false, down: 'no' })
  const charge = (await reader.payments()).at(-1)
  expect(charge).toMatchObject({ purpose: 'renewal', state: 'unknown' })
  await server.deps.db.transaction(tx => stopRenewalOf(tx, server.deps, reader.subscriptionId))
  server.clock.advance('PT20S')
  await runTwice()
  await settleStoppedRenewals(server.money)
  const { charges } = await server.gateway.ledger()
  expect(charges.filter(each => each.key === charge?.gatewayKey)).toHaveLength(isTaken ? 1 : 0)
  expect((await reader.payments()).at(-1)?.state).toBe(isTaken ? 'paid' : 'failed')
  expect(await reader.periods()).toHaveLength(isTaken ? 2 : 1)
  expect((await reader.renewals()).map(each => each.state)).not.toContain('active')
})

/** A reader whose charge was declined, without an answer having come. */
async function declinedUnheard() {
  const reader = await server.subscribe({ card: 'declined_later' })
  goTo(reader.endsAt.subtract({ hours: 48 }))
  await server.gateway.setFaults({ lose_answers: true })
  await server.chargeDue()
  await server.gateway.setFaults({ lose_answers: false })
  expect((await reader.payments()).at(-1)).toMatchObject({ purpose: 'renewal', state: 'unknown' })
  return reader
}

test.each(Object.entries(yearsOfPremium))(
  'R11.01 a year %s while the result was unknown is charged by nothing: declined then, it is no failure',
  async (_how, have) => {
    const reader = await declinedUnheard()
    await have(server, reader)
    const [carried] = await reader.renewals()
    expect(carried?.chargeAt.since(server.clock.now()).total('days')).toBeGreaterThan(300)
    const before = (await server.gateway.ledger()).charges.length
    server.clock.advance('PT1M')
    await settleStoppedRenewals(server.money)
    expect((await reader.payments()).find(each => each.purpose === 'renewal')?.state).toBe('failed')
    const released = { ...carried, paymentId: null, claimedUntil: null }
    expect(await reader.renewals()).toEqual([released])
    server.clock.advance('P3D')
    await runTwice()
    expect((await server.gateway.ledger()).charges).toHaveLength(before)
    expect(mailsTo(reader).filter(mail => mail.subject.includes('nepodarila'))).toEqual([])
    // Then it is charged as any other.
    goTo(released.chargeAt ?? server.clock.now())
    await runTwice()
    expect((await reader.payments()).filter(each => each.purpose === 'renewal')).toHaveLength(2)
  },
)

test('turned on again after a decline that came while it was stopped, a renewal is charged', async () => {
  const reader = await declinedUnheard()
  const at = server.clock.now()
  const stop = { state: 'admin_stop', at } as const
  await server.deps.db.transaction(tx => stopRenewals(tx, server.deps, reader.id, stop))
  server.clock.advance('PT1M')
  await settleStoppedRenewals(server.money)
  await server.deps.db.transaction(tx => restoreRenewals(tx, server.deps, reader.id, [at]))
  await reader.switchRecurrence(reader.subscriptionId, { enabled: true })
  await runTwice()
  const charges = (await reader.payments()).filter(each => each.purpose === 'renewal')
  expect(charges.map(each => each.state)).toEqual(['failed', 'failed'])
  expect((await reader.renewals()).at(-1)).toMatchObject({ state: 'active', failedAttempts: 1 })
})
