import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveTo } from '#server/testing/journeys/give-days.ts'
import { pausesOn } from '#server/testing/journeys/pauses.ts'
import { changeCodeOf, recurrenceOf } from '#server/testing/journeys/renewals.ts'
import { makePayment, makePeriod } from '#server/testing/make/purchase.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
// Webhooks off: they would tell the results before they are queried.
beforeAll(async () => {
  await server.gateway.setFaults({ webhooks: 'off' })
})
beforeEach(() => server.stopAllRenewals())
afterEach(() => server.gateway.setFaults({ down: 'no' }))
const { goTo, charged } = pausesOn(server)

describe('R3.06 what the list tells of a renewal', () => {
  test('behind given days: the card that pays, also in a pause', async () => {
    const reader = await server.subscribe()
    await giveTo(server, reader, 30)
    const given = (await reader.list()).find(each => each.id !== reader.subscriptionId)
    const id = given?.id ?? 0
    expect(given).toMatchObject({ payment: null, recurrence: { state: 'on', card: { last4: '4242' } } })
    expect((await reader.pause(id, 2)).statusCode).toBe(200)
    goTo(Temporal.Instant.from(given?.period.to ?? '').add({ hours: 120 }))
    const paused = (await reader.list()).find(each => each.id === id)
    expect(paused).toMatchObject({
      state: 'inactive',
      recurrence: { acts: ['resume', 'change_card', 'turn_off'], card: { last4: '4242' } },
    })
    goTo(Temporal.Instant.from(paused?.recurrence.next_payment?.at ?? ''))
    await server.chargeDue()
    expect(await charged(reader)).toEqual([8990])
  })

  test('no change of what is over and tried again: there is none', async () => {
    const reader = await server.subscribe({ card: 'declined_later' })
    await reader.pause(reader.subscriptionId, 1)
    goTo(Temporal.Instant.from((await recurrenceOf(reader))?.next_payment?.at ?? ''))
    await server.chargeDue()
    expect((await reader.listChanges(reader.subscriptionId)).items).toEqual([])
    expect((await recurrenceOf(reader))?.acts).toEqual(['change_card', 'turn_off'])
  })

  test('no undoing of a change while it is being charged: it is refused', async () => {
    const reader = await server.subscribe()
    await reader.change(reader.subscriptionId, await changeCodeOf(reader, 'standard_1y'))
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.gateway.setFaults({ down: 'refusing' })
    await server.chargeDue()
    expect((await reader.undoChange(reader.subscriptionId)).statusCode).toBe(422)
    expect((await recurrenceOf(reader))?.acts).toEqual(['change', 'change_card'])
  })

  test('no resuming while the charge that ends the pause is under way: it does nothing', async () => {
    const reader = await server.subscribe()
    await reader.pause(reader.subscriptionId, 1)
    goTo(Temporal.Instant.from((await recurrenceOf(reader))?.next_payment?.at ?? ''))
    await server.gateway.setFaults({ down: 'refusing' })
    await server.chargeDue()
    expect((await recurrenceOf(reader))?.acts).toEqual(['change_card'])
  })

  test('no turning on while the account is about to be deleted: it is refused', async () => {
    const reader = await server.subscribe()
    await reader.requestAnonymization()
    const answer = await reader.switchRecurrence(reader.subscriptionId, { enabled: true })
    expect(answer.statusCode).toBe(422)
    expect((await recurrenceOf(reader))?.acts).toEqual([])
  })

  test('no turning on behind what was renewed and given back: it is refused', async () => {
    const reader = await server.subscribe()
    const startsAt = reader.endsAt.subtract({ hours: 24 * 200 })
    const endsAt = reader.endsAt.subtract({ hours: 24 })
    const cheaper = { userId: reader.id, productCode: 'standard_1y' }
    const { cardId } = reader
    const paymentId = await makePayment(server.deps, { ...cheaper, at: startsAt, cardId })
    const chargeAt = endsAt.subtract({ hours: 48 })
    const stopped = { state: 'user_stop' as const, stoppedAt: startsAt, nextProductCode: 'standard_1y' }
    const renewals = [{ ...stopped, cardId, chargeAt }]
    const id = await makePeriod(server.deps, { ...cheaper, startsAt, endsAt, paymentId, renewals })
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    await makeRefund(
      server.money,
      (await reader.payments()).findLast(each => each.purpose === 'renewal')?.id ?? 0,
    )
    expect((await reader.switchRecurrence(id, { enabled: true })).statusCode).toBe(422)
    const told = (await reader.list()).find(each => each.id === id)?.recurrence
    expect(told).toMatchObject({ state: 'off', acts: [], if_turned_on: null })
  })
})
