import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import { checkCredit } from '#server/testing/inspect/credit.ts'
import { findDaysTwice } from '#server/testing/inspect/no-day-twice.ts'
import { changeMailsTo, liveRenewalOf, recurrenceOf } from '#server/testing/journeys/renewals.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { daysBetween } from '../worth.ts'

const server = openForFile(createMoneyApp)

const end = Temporal.Instant.from('2027-09-08T10:00:00Z')
/** Premium for a year, of which 182 days are left. */
const subscribe = () => {
  server.clock.set('2027-03-10T10:00:00Z')
  return server.subscribe({ startsAt: Temporal.Instant.from('2026-09-08T10:00:00Z'), endsAt: end })
}

describe('R11.02 change of plan', () => {
  test('race: changed twenty times at once it is changed once, by one mail; to two products, to one of them', async () => {
    const reader = await subscribe()
    const { items } = await reader.listChanges(reader.subscriptionId)
    const codes = ['standard_1y', 'advert_4w'].map(
      code => items.find(each => each.type.code === code)?.code ?? '',
    )
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => reader.change(reader.subscriptionId, codes[0] ?? '')),
    )
    expect(answers.map(each => each.statusCode)).toEqual(answers.map(() => 201))
    expect(await changeMailsTo(server, reader)).toEqual(['change_planned'])
    await Promise.all(codes.map(code => reader.change(reader.subscriptionId, code)))
    const { planned_change: planned, next_type: next } = (await recurrenceOf(reader)) ?? {}
    expect(planned?.type.code).toBe(next?.code)
    await reader.undoChange(reader.subscriptionId)
    expect((await recurrenceOf(reader))?.next_type?.code).toBe('premium_1y')
  })

  test('race: at once twenty times is charged once', async () => {
    const reader = await subscribe()
    const { items } = await reader.listChanges(reader.subscriptionId)
    const change = items.find(each => each.kind === 'at_once')
    const before = (await server.gateway.ledger()).taken
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => reader.change(reader.subscriptionId, change?.code ?? '')),
    )
    for (const { statusCode } of answers) expect([201, 202]).toContain(statusCode)
    expect((await server.gateway.ledger()).taken - before).toBe(1496)
    expect(await reader.periods()).toHaveLength(2)
  })

  test('R11.01 what a transfer has paid for while a change at once was charged is credit towards it', async () => {
    const reader = await subscribe()
    const order = (await reader.order({ product: 'advert_4w', method: 'bank_transfer' })).json<Order>()
    const change = (await reader.listChanges(reader.subscriptionId)).items.find(
      each => each.kind === 'at_once',
    )
    const accept = () => reader.change(reader.subscriptionId, change?.code ?? '')
    await server.gateway.setFaults({ lose_answers: true, webhooks: 'off' })
    expect((await accept()).statusCode).toBe(202)
    await receiveTransfer(server.money, {
      variableSymbol: order.transfer?.variable_symbol ?? '',
      amountCents: 299,
    })
    await server.gateway.setFaults({ lose_answers: false, webhooks: 'prompt' })
    expect((await accept()).statusCode).toBe(201)
    const periods = await reader.periods()
    expect(await findDaysTwice(server, periods, 1)).toEqual([])
    // 2.99 of 119.90 a year are nine days, and a day that has begun is whole.
    const { endsAt } = periods.find(each => each.productCode === 'premium_plus_1y') ?? {}
    expect(endsAt && daysBetween(end, endsAt)).toBe(10)
    expect(await checkCredit(server, [reader.id])).toEqual([])
  })

  test.each(['change', 'undo'] as const)(
    'race: %s against the charge: what was shown is charged, and the page tells what holds',
    async what => {
      const reader = await subscribe()
      const { items } = await reader.listChanges(reader.subscriptionId)
      const code = items.find(each => each.type.code === 'standard_1y')?.code ?? ''
      if (what === 'undo') await reader.change(reader.subscriptionId, code)
      server.clock.set(end.subtract({ hours: 48 }).toString())
      const act =
        what === 'undo'
          ? reader.undoChange(reader.subscriptionId)
          : reader.change(reader.subscriptionId, code)
      const [answer] = await Promise.all([act, server.chargeDue(), server.chargeDue()])
      await server.chargeDue()
      const done = answer.statusCode < 300
      const [charged, ...more] = (await reader.payments()).slice(1).filter(each => each.state === 'paid')
      const next = (await reader.periods()).at(-1)
      expect(more).toEqual([])
      expect(charged?.amountCents).toBe((what === 'undo') === done ? 8990 : 5990)
      expect(next?.productCode).toBe((what === 'undo') === done ? 'premium_1y' : 'standard_1y')
    },
  )

  test('while a charge is under way a change is for the period after it, also when that charge fails first', async () => {
    const reader = await subscribe()
    server.clock.set(end.subtract({ hours: 48 }).toString())
    await server.gateway.setFaults({ lose_answers: true, webhooks: 'off' })
    await server.chargeDue()
    await server.gateway.setFaults({ lose_answers: false, webhooks: 'prompt' })
    const { items } = await reader.listChanges(reader.subscriptionId)
    const change = items.find(each => each.type.code === 'standard_1y')
    const answer = await reader.change(reader.subscriptionId, change?.code ?? '')
    expect(change?.begins_at).toBe('2028-09-08T10:00:00Z')
    expect(answer.json<Subscription>().recurrence).toMatchObject({
      planned_change: { begins_at: '2028-09-08T10:00:00Z' },
      next_payment: { price: { amount: 8990 } },
    })
    server.clock.advance('PT2M')
    await server.chargeDue()
    expect((await reader.payments()).slice(1)).toMatchObject([{ amountCents: 8990, state: 'paid' }])
    expect(await liveRenewalOf(reader)).toMatchObject({ nextProductCode: 'standard_1y', priceCents: 5990 })
    const [first] = await reader.list()
    expect((await reader.undoChange(first?.id ?? 0)).statusCode).toBe(200)
    expect(await liveRenewalOf(reader)).toMatchObject({
      nextProductCode: 'premium_1y',
      priceCents: 8990,
      plannedChange: null,
    })
  })
})
