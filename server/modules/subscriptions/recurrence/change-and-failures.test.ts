import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { disputes, payments } from '#server/modules/payments/tables.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { changeCodeOf, recurrenceOf, renewalsOf } from '#server/testing/journeys/renewals.ts'
import { createMoneyApp, eventually, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { products } from '../tables.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())
const change = async (reader: Subscribed, product = 'standard_1y') =>
  reader.change(reader.subscriptionId, await changeCodeOf(reader, product))
const chargeNext = async (reader: Subscribed) => {
  const [plan] = (await reader.renewals()).filter(each => each.state === 'active')
  if (plan) goTo(plan.chargeAt)
  await server.chargeDue()
}
const subjectsTo = (reader: Subscribed) =>
  server.mailbox.mails.filter(mail => mail.to === reader.email).map(mail => mail.subject)

describe('R11.02 a planned change whose charge fails', () => {
  /** The new plan was refused as often as it is tried. */
  const refused = async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    await change(reader)
    for (let attempt = 0; attempt < 5; attempt++) await chargeNext(reader)
    return reader
  }

  test('is tried again as any renewal, each time for the new plan, then stops: what is paid runs out, and it is told', async () => {
    const reader = await refused()
    expect((await renewalsOf(reader)).map(each => [each.amountCents, each.productCode, each.state])).toEqual(
      Array.from({ length: 5 }, () => [5990, 'standard_1y', 'failed']),
    )
    const [own] = await reader.list()
    expect(own).toMatchObject({
      state: 'active',
      type: { code: 'premium_1y' },
      period: { to: reader.endsAt.toString() },
      recurrence: { state: 'off', reason: 'stopped_after_failures', planned_change: null },
    })
    expect(await reader.listChanges(reader.subscriptionId)).toMatchObject({ obstacle: 'change_stopped' })
    await eventually(async () => subjectsTo(reader).length).toBe(4)
    expect(
      subjectsTo(reader)
        .slice(1)
        .every(each => each.includes('Štandard')),
    ).toBe(true)
    // Another card goes on with what its reader chose.
    const { redirect_url: page } = (await reader.changeCard(reader.subscriptionId)).json<{
      redirect_url: string
    }>()
    await server.gateway.payOnPage(page)
    await eventually(async () => (await recurrenceOf(reader))?.state).toBe('on')
    await server.chargeDue()
    expect((await renewalsOf(reader, 'paid')).map(each => each.amountCents)).toEqual([5990])
  })

  test('is undone between two attempts: the next one is for the plan before, at its price', async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    await change(reader)
    await chargeNext(reader)
    expect((await recurrenceOf(reader))?.next_payment).toMatchObject({ failed_attempts: 1 })
    expect((await reader.undoChange(reader.subscriptionId)).statusCode).toBe(200)
    await chargeNext(reader)
    expect((await renewalsOf(reader)).map(each => [each.productCode, each.amountCents])).toEqual([
      ['standard_1y', 5990],
      ['premium_1y', 8990],
    ])
  })

  test('a change amid a charge that then fails waits for the period after it; chosen anew, it takes the place of the failed one', async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.gateway.setFaults({ lose_answers: true, webhooks: 'off' })
    await server.chargeDue()
    await server.gateway.setFaults({ lose_answers: false, webhooks: 'prompt' })
    const later = (await change(reader)).json<Subscription>().recurrence.planned_change?.begins_at ?? ''
    server.clock.advance('PT2M')
    await server.chargeDue()
    expect(await recurrenceOf(reader)).toMatchObject({
      planned_change: { begins_at: later },
      next_type: { code: 'premium_1y' },
      next_payment: { failed_attempts: 1, price: { amount: 8990 } },
    })
    const { items } = await reader.listChanges(reader.subscriptionId)
    const sooner = items.find(each => each.type.code === 'standard_1y')
    expect(Temporal.Instant.compare(sooner?.begins_at ?? later, later)).toBe(-1)
    const answer = await reader.change(reader.subscriptionId, sooner?.code ?? '')
    expect(answer.json<Subscription>().recurrence).toMatchObject({
      planned_change: { begins_at: sooner?.begins_at },
      next_payment: { price: { amount: 5990 } },
    })
    await chargeNext(reader)
    expect((await renewalsOf(reader)).at(-1)).toMatchObject({ productCode: 'standard_1y', amountCents: 5990 })
    await reader.undoChange(reader.subscriptionId)
    expect(await recurrenceOf(reader)).toMatchObject({ next_payment: { price: { amount: 8990 } } })
  })

  test('what is chosen again at another price is told and charged at that price', async () => {
    const reader = await server.subscribe()
    await change(reader)
    const price = (priceCents: number) =>
      server.deps.db.update(products).set({ priceCents }).where(eq(products.code, 'standard_1y'))
    await price(4990)
    const answer = await change(reader)
    await price(5990)
    expect(answer.json<Subscription>().recurrence.next_payment?.price.amount).toBe(4990)
    await chargeNext(reader)
    expect((await renewalsOf(reader, 'paid')).map(each => each.amountCents)).toEqual([4990])
  })
})

describe('R11.02 R11.12 a change of plan and a dispute', () => {
  /** A dispute about what its reader has paid. */
  const disputeOf = async (reader: Subscribed) => {
    const [payment] = await reader.payments()
    const [id, charge] = [`du_${crypto.randomUUID()}`, `charge-of-${payment?.id}`]
    const its = eq(payments.id, payment?.id ?? 0)
    await server.deps.db.update(payments).set({ chargeReference: charge }).where(its)
    return async (state: 'needs_response' | 'won' | 'lost') => {
      await server.gateway.dispute({ id, charge, amountCents: 8990, state, respondBy: null })
      const known = eq(disputes.gatewayReference, id)
      await eventually(
        async () => (await server.deps.db.select().from(disputes).where(known))[0]?.state,
      ).toBe(state)
    }
  }
  const activePlans = async (reader: Subscribed) =>
    (await reader.renewals()).filter(each => each.state === 'active')

  test('first the dispute: nothing can be changed until it is won', async () => {
    const reader = await server.subscribe()
    const codes = [await changeCodeOf(reader, 'standard_1y'), await changeCodeOf(reader, 'premium_plus_1y')]
    const become = await disputeOf(reader)
    await become('needs_response')
    expect(await reader.listChanges(reader.subscriptionId)).toMatchObject({ obstacle: 'change_stopped' })
    for (const code of codes) {
      expect(keyOf(await reader.change(reader.subscriptionId, code))).toBe('offer_changed')
    }
    await become('won')
    expect((await change(reader)).statusCode).toBe(201)
  })

  test.each(['won', 'lost'] as const)(
    'first the change: nothing of it is charged meanwhile; %s',
    async end => {
      const reader = await server.subscribe()
      await change(reader)
      const before = await recurrenceOf(reader)
      const become = await disputeOf(reader)
      await become('needs_response')
      expect(await recurrenceOf(reader)).toMatchObject({ state: 'off', reason: 'stopped_by_publisher' })
      await become(end)
      if (end === 'won') expect(await recurrenceOf(reader)).toEqual(before)
      goTo(reader.endsAt)
      await server.chargeDue()
      expect((await renewalsOf(reader)).map(each => each.amountCents)).toEqual(end === 'won' ? [5990] : [])
    },
  )

  test.each(['standard_1y', 'premium_plus_1y'])(
    'race: twenty at once, changing to %s against the dispute: nothing renews while it is open',
    async product => {
      const reader = await server.subscribe()
      const code = await changeCodeOf(reader, product)
      const become = await disputeOf(reader)
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          if (index === 3) await become('needs_response')
          return (await reader.change(reader.subscriptionId, code)).statusCode
        }),
      )
      await become('needs_response')
      expect(new Set([201, 202, 422, ...answers]).size).toBe(3)
      expect(await activePlans(reader)).toEqual([])
      const upgraded = (await reader.payments()).filter(each => each.purpose === 'upgrade')
      expect(upgraded.length).toBeLessThanOrEqual(1)
      expect(await reader.periods()).toHaveLength(1 + upgraded.length)
    },
  )

  test('a dispute amid the charge of a change at once: what was paid for begins, and its renewal waits for the end of the dispute', async () => {
    const reader = await server.subscribe()
    const code = await changeCodeOf(reader, 'premium_plus_1y')
    const become = await disputeOf(reader)
    await server.gateway.setFaults({ lose_answers: true, webhooks: 'off' })
    expect((await reader.change(reader.subscriptionId, code)).statusCode).toBe(202)
    await server.gateway.setFaults({ lose_answers: false, webhooks: 'prompt' })
    await become('needs_response')
    expect((await reader.change(reader.subscriptionId, code)).statusCode).toBe(201)
    expect(await activePlans(reader)).toEqual([])
    await become('won')
    expect(await activePlans(reader)).toMatchObject([
      { nextProductCode: 'premium_plus_1y', priceCents: 11_990, cardId: reader.cardId },
    ])
  })
})
