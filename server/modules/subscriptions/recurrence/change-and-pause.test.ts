import { beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { afterMonths, changeCodeOf, recurrenceOf, renewalsOf } from '#server/testing/journeys/renewals.ts'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())
const change = async (reader: Subscribed, product = 'standard_1y') =>
  reader.change(reader.subscriptionId, await changeCodeOf(reader, product))
const pause = (reader: Subscribed, months = 2) => reader.pause(reader.subscriptionId, months)
const charged = async (reader: Subscribed) => (await renewalsOf(reader)).map(each => each.amountCents)

describe('R11.02 R11.03 a change of plan and a pause', () => {
  test('what is paused is resumed first: until then there is nothing to choose, and a code from before is refused', async () => {
    const reader = await server.subscribe()
    const codes = [await changeCodeOf(reader, 'standard_1y'), await changeCodeOf(reader, 'premium_plus_1y')]
    await pause(reader)
    expect(await reader.listChanges(reader.subscriptionId)).toMatchObject({
      obstacle: 'change_paused',
      items: [],
    })
    for (const code of codes) {
      const answer = await reader.change(reader.subscriptionId, code)
      expect([answer.statusCode, keyOf(answer)]).toEqual([422, 'offer_changed'])
    }
    expect(await reader.listOffers(reader.subscriptionId)).toEqual([])
    await pause(reader, 0)
    expect((await change(reader)).statusCode).toBe(201)
  })

  test.each([
    [
      'kept, the new plan begins when the pause ends, by one charge of the told price',
      false,
      'standard_1y',
      5990,
    ],
    ['undone in the pause, the plan before goes on then', true, 'premium_1y', 8990],
  ])('a planned change that is paused: %s', async (_what, undoes, product, price) => {
    const reader = await server.subscribe()
    await change(reader)
    const until = afterMonths(reader.endsAt, 2)
    expect((await pause(reader)).json<Subscription>().recurrence).toMatchObject({
      paused_until: until.toString(),
      planned_change: { type: { code: 'standard_1y' }, begins_at: until.toString() },
      next_payment: { at: until.toString(), price: { amount: 5990 } },
    })
    if (undoes) {
      const undone = (await reader.undoChange(reader.subscriptionId)).json<Subscription>()
      expect(undone.recurrence).toMatchObject({ paused_until: until.toString(), planned_change: null })
    }
    goTo(until)
    await Promise.all([server.chargeDue(), server.chargeDue()])
    expect(await charged(reader)).toEqual([price])
    expect((await reader.list()).filter(each => each.state === 'active')).toMatchObject([
      { type: { code: product }, recurrence: { paused_until: null, planned_change: null } },
    ])
  })

  test('a pause that is cancelled leaves the planned change, from the end of what is paid', async () => {
    const reader = await server.subscribe()
    await change(reader)
    const before = await recurrenceOf(reader)
    await pause(reader)
    await pause(reader, 0)
    expect(await recurrenceOf(reader)).toEqual(before)
  })

  test('race: twenty at once, pausing against changing: one order of things holds, and the price shown is charged', async () => {
    const reader = await server.subscribe()
    const code = await changeCodeOf(reader, 'standard_1y')
    const { from } = await reader.get<{ from: string }>(`subscriptions/${reader.subscriptionId}/pause`)
    const path = `${reader.own}/subscriptions/${reader.subscriptionId}/pause`
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? reader.change(reader.subscriptionId, code)
          : reader.browser.put(path, { json: { months: 1, from } }),
      ),
    )
    const isChanged = answers.some(each => each.statusCode === 201)
    const told = await recurrenceOf(reader)
    const until = afterMonths(reader.endsAt, 1)
    expect(told?.paused_until).toBe(until.toString())
    expect(told?.planned_change?.type.code).toBe(isChanged ? 'standard_1y' : undefined)
    goTo(until)
    await server.chargeDue()
    expect(await charged(reader)).toEqual([isChanged ? 5990 : 8990])
  })
})
