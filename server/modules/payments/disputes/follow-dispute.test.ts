import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { blockReader, unblockReader } from '#server/modules/identity/index.ts'
import { documents } from '#server/modules/invoices/tables.ts'
import { restoreRenewals, stopRenewals } from '#server/modules/subscriptions/index.ts'
import { renewedOn } from '#server/testing/journeys/renewals.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { disputes, payments, refunds } from '../tables.ts'
import { followDispute } from './follow-dispute.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

type State = (typeof disputes.state.enumValues)[number]

/** A reader whose renewal of the year was paid by card, and that payment's dispute. */
async function renewed() {
  const { reader, payment } = await renewedOn(server)
  const id = `du_${crypto.randomUUID()}`
  const respondBy = Temporal.Instant.from('2030-12-24T12:00:00Z')
  const charge = payment.chargeReference ?? ''
  const become = (state: State, amountCents = 8990) =>
    server.gateway.dispute({ id, charge, amountCents, state, respondBy })
  const row = async () =>
    (await server.deps.db.select().from(disputes).where(eq(disputes.gatewayReference, id)))[0]
  const stateOf = async () => (await row())?.state
  /** It is noted by its webhook. */
  const noted = async (state: State, amountCents?: number) => {
    await become(state, amountCents)
    await eventually(stateOf).toBe(state)
  }
  const refundsOf = () =>
    server.deps.db.select().from(refunds).where(eq(refunds.paymentId, payment.id)).orderBy(refunds.id)
  const renewal = async () => (await reader.renewals()).at(-1)?.state
  const present = async () => (await reader.list()).filter(each => each.state !== 'inactive').length
  return { reader, payment, id, become, noted, row, refundsOf, renewal, present }
}

test('R11.12 while a payment is disputed nothing renews; won, it goes on, and the reader reads all the time', async () => {
  const { reader, noted, renewal, present, row } = await renewed()
  await noted('inquiry')
  expect(await renewal()).toBe('admin_stop')
  await noted('needs_response')
  await noted('under_review')
  expect(await present()).toBe(2)
  expect(await row()).toMatchObject({ amountCents: 8990, reason: 'fraudulent', closedAt: null })
  await noted('won')
  expect(await renewal()).toBe('active')
  expect((await row())?.closedAt).not.toBeNull()
  await server.mailbox.waitFor(reader.email, ({ subject }) => subject.startsWith('Obnovovanie'))
})

test('R11.12 won after a wish for deletion was taken back, it lets nothing go on: the wish had turned it off', async () => {
  const { reader, noted, renewal } = await renewed()
  await noted('needs_response')
  await reader.requestAnonymization()
  expect((await reader.browser.delete(`${reader.own}/anonymization`)).statusCode).toBe(204)
  await noted('won')
  expect(await renewal()).toBe('user_stop')
})

test('R11.12 lost, it is a refund by the bank with its credit note, and the period ends; the gateway gives back nothing', async () => {
  const { reader, payment, noted, refundsOf, renewal, present } = await renewed()
  const { returned } = await server.gateway.ledger()
  await noted('lost')
  expect(await refundsOf()).toMatchObject([
    { amountCents: 8990, reason: 'dispute', requestedBy: 'bank', access: 'end', state: 'sent' },
  ])
  const credits = await server.deps.db.select().from(documents).where(eq(documents.paymentId, payment.id))
  expect(credits.map(({ kind, amountCents }) => [kind, amountCents])).toContainEqual(['credit_note', -8990])
  expect((await reader.payments()).at(-1)).toMatchObject({ state: 'refunded', refundedCents: 8990 })
  expect(await renewal()).toBe('admin_stop')
  expect(await present()).toBe(1)
  const mail = await server.mailbox.waitFor(reader.email, ({ subject }) => subject.startsWith('Banka vzala'))
  expect(mail.text).toContain('namietli')
  expect((await server.gateway.ledger()).returned).toBe(returned)
})

test('R11.12 of a part, or of what was refunded before, only what is left is lost, and a part keeps the access', async () => {
  const { payment, noted, refundsOf, present } = await renewed()
  await makeRefund(server.money, payment.id, { amountCents: 1000, access: 'keep' })
  await noted('lost', 990)
  expect((await refundsOf()).map(({ amountCents }) => amountCents)).toEqual([1000, 990])
  expect(await present()).toBe(2)

  const whole = await renewed()
  await makeRefund(server.money, whole.payment.id, { access: 'keep' })
  await whole.noted('lost')
  expect(await whole.refundsOf()).toHaveLength(1)
})

test('R11.12 a publisher may let the period run out', async () => {
  server.deps.settings.disputeEndsAccess = false
  const { noted, refundsOf, present } = await renewed()
  await noted('lost')
  server.deps.settings.disputeEndsAccess = true
  expect(await refundsOf()).toMatchObject([{ access: 'keep' }])
  expect(await present()).toBe(2)
})

test.each([
  ['lost', 'under_review', 'lost'],
  ['won', 'needs_response', 'won'],
  ['under_review', 'needs_response', 'under_review'],
  // The bank may think again.
  ['lost', 'won', 'won'],
] as const)('R11.12 after %s a message of %s leaves it %s', async (first, late, then) => {
  const { id, become, noted, row, refundsOf } = await renewed()
  await noted(first)
  const before = await refundsOf()
  await become(late)
  await followDispute(server.money, id)
  expect((await row())?.state).toBe(then)
  expect(await refundsOf()).toEqual(before)
})

test('R11.12 race: twenty at once, and each message twenty times, are one dispute and one refund', async () => {
  const { id, become, row, refundsOf } = await renewed()
  await server.gateway.setFaults({ webhooks: 'off' })
  await become('needs_response')
  await Promise.all(Array.from({ length: 20 }, () => followDispute(server.money, id)))
  await become('lost')
  await Promise.all(Array.from({ length: 20 }, () => followDispute(server.money, id)))
  await server.gateway.setFaults({ webhooks: 'prompt' })
  await server.gateway.replay(5)
  expect((await row())?.state).toBe('lost')
  expect(await refundsOf()).toHaveLength(1)
})

const ban = ({ id }: MoneyReader) =>
  server.deps.db.transaction(async tx => {
    const { after } = await blockReader(tx, server.deps, id)
    await stopRenewals(tx, server.deps, id, { state: 'admin_stop', ...(after ? { at: after } : {}) })
  })
const unban = ({ id }: MoneyReader) =>
  server.deps.db.transaction(async tx => {
    const { before } = await unblockReader(tx, id)
    return before === null ? 0 : restoreRenewals(tx, server.deps, id, [before])
  })

/** Two disputes: of the last payment, and of what the reader had paid for before, which may be the first to open. */
async function disputedTwice({ isBanned = false, isFormerFirst = false } = {}) {
  const last = await renewed()
  const { reader, renewal } = last
  if (isBanned) await ban(reader)
  const [before] = await reader.payments()
  const charge = `charge-of-${before?.id}`
  const id = `du_${crypto.randomUUID()}`
  await server.deps.db
    .update(payments)
    .set({ chargeReference: charge })
    .where(eq(payments.id, before?.id ?? 0))
  const become = (state: State) =>
    server.gateway.dispute({ id, charge, amountCents: 8990, respondBy: null, state })
  const noted = async (state: State) => {
    await become(state)
    await followDispute(server.money, id)
  }
  const former = { id, become, noted }
  const [first, second] = isFormerFirst ? [former, last] : [last, former]
  for (const each of [first, second]) {
    server.clock.advance('PT1M')
    await each.noted('needs_response')
  }
  return { reader, first, second, renewal }
}

test.each([
  ['first', 'second'],
  ['second', 'first'],
] as const)(
  'R11.12 of two disputes the %s is won before the %s: only then all that they stopped goes on',
  async (earlier, later) => {
    const { renewal, ...both } = await disputedTwice()
    await both[earlier].noted('won')
    expect(await renewal()).toBe('admin_stop')
    await both[later].noted('won')
    expect(await renewal()).toBe('active')
  },
)

test('R11.12 of two disputes one is lost: what it stopped stays off', async () => {
  const { first, second, renewal } = await disputedTwice()
  await first.noted('lost')
  await second.noted('won')
  expect(await renewal()).toBe('admin_stop')
})

test.each([
  ['first', 'second'],
  ['second', 'first'],
] as const)(
  'R11.12 of two disputes the second is lost, and the %s ends before the %s: what the first stopped goes on',
  async (earlier, later) => {
    const { renewal, ...both } = await disputedTwice()
    const end = { first: () => both.first.noted('won'), second: () => both.second.noted('lost') }
    await end[earlier]()
    expect(await renewal()).toBe('admin_stop')
    await end[later]()
    expect(await renewal()).toBe('active')
  },
)

test.each([
  ['first', 'active', { isFormerFirst: false }],
  ['second', 'admin_stop', { isFormerFirst: true }],
] as const)(
  'R11.12 what a ban stopped is stopped by the first of two disputes once it is lifted: the %s is won, so it is %s',
  async (won, state, { isFormerFirst }) => {
    const { reader, renewal, ...both } = await disputedTwice({ isBanned: true, isFormerFirst })
    await unban(reader)
    await both[won === 'first' ? 'second' : 'first'].noted('lost')
    await both[won].noted('won')
    expect(await renewal()).toBe(state)
  },
)

test.each(['won', 'lost'] as const)(
  'R11.12 race: of two disputes the first is won, the second %s at once, heard of twenty times: the renewal goes on',
  async outcome => {
    const { first, second, renewal } = await disputedTwice()
    await server.gateway.setFaults({ webhooks: 'off' })
    await Promise.all([first.become('won'), second.become(outcome)])
    const heard = Array.from({ length: 10 }, () => [first.id, second.id]).flat()
    await Promise.all(heard.map(id => followDispute(server.money, id)))
    await server.gateway.setFaults({ webhooks: 'prompt' })
    expect(await renewal()).toBe('active')
  },
)

test('R11.12 what a ban stopped goes on when staff lift it, also after a dispute that was lost meanwhile', async () => {
  const { reader, first, second, renewal } = await disputedTwice({ isBanned: true })
  await first.noted('won')
  await second.noted('lost')
  expect(await renewal()).toBe('admin_stop')
  await unban(reader)
  expect(await renewal()).toBe('active')
})

test('R11.12 one about a payment that is not ours changes nothing; staff see the others with their last day', async () => {
  const { noted, id } = await renewed()
  const foreign = `du_${crypto.randomUUID()}`
  await server.gateway.dispute({ id: foreign, charge: 'x', amountCents: 1, state: 'lost', respondBy: null })
  await followDispute(server.money, foreign)
  await noted('needs_response')
  const staff = await openOperator(server, ['payments:read'])
  const answer = (await staff.call('disputes list', { state: 'needs_response' })).json<{ items: object[] }>()
  expect(answer.items).toContainEqual(
    expect.objectContaining({
      gateway_reference: id,
      respond_by: '2030-12-24T12:00:00Z',
      amount_cents: 8990,
    }),
  )
  expect(JSON.stringify(await server.deps.db.select().from(disputes))).not.toContain(foreign)
})
