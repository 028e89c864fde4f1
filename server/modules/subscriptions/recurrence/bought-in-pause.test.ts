import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { giveTo } from '#server/testing/journeys/give-days.ts'
import { pausesOn } from '#server/testing/journeys/pauses.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { afterMonths, recurrenceOf, renewalsOf } from '#server/testing/journeys/renewals.ts'
import { createMoneyApp, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { remindOfPauses } from '../renewal/remind-readers.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const { goTo, pause, resume, charged } = pausesOn(server)
const days = (count: number) => ({ hours: 24 * count })
const templatesTo = async ({ id }: Subscribed) =>
  (await server.deps.db.select().from(outboxMessages).where(eq(outboxMessages.userId, id))).map(
    each => each.template,
  )

/** Paid by the month and paused for three; in that pause the same is bought. */
async function boughtInPause() {
  const now = server.clock.now()
  const startsAt = now.subtract(days(10))
  const endsAt = now.add(days(18))
  const reader = await server.subscribe({ product: 'advert_4w', priceCents: 299, startsAt, endsAt })
  await pause(reader, 3)
  goTo(endsAt.add(days(1)))
  await buy(server, reader, 'advert_4w')
  return { reader, until: afterMonths(endsAt, 3) }
}

describe('R11.03 what is paid for ahead of, and within a pause', () => {
  test('days given ahead of it that end sooner leave the pause and its payment in the list', async () => {
    const reader = await server.subscribe()
    await pause(reader, 3)
    const before = await recurrenceOf(reader)
    await giveTo(server, reader, 14)
    expect(await recurrenceOf(reader)).toEqual(before)
    const until = afterMonths(reader.endsAt, 3)
    expect(before).toMatchObject({
      paused_until: until.toString(),
      next_payment: { at: until.toString() },
    })
    goTo(reader.endsAt.add(days(14)))
    await server.chargeDue()
    expect(await charged(reader)).toEqual([])
    goTo(until)
    await server.chargeDue()
    expect(await charged(reader)).toEqual([before?.next_payment?.price.amount])
  })

  test('no end of it is announced while what was bought in it goes on, and nothing is charged beside that', async () => {
    const { reader, until } = await boughtInPause()
    const isAhead = (at: Temporal.Instant) => Temporal.Instant.compare(at, until) < 0
    const next = async () =>
      (await reader.renewals()).find(each => each.state === 'active' && each.pausedUntil === null)?.chargeAt
    for (let at = await next(); at && isAhead(at); at = await next()) {
      goTo(at)
      await server.chargeDue()
    }
    const paid = (await renewalsOf(reader)).length
    goTo(until.subtract(days(6)))
    await remindOfPauses(server.deps)
    expect(await templatesTo(reader)).not.toContain('pause_ending')
    goTo(until)
    await server.chargeDue()
    expect(await renewalsOf(reader)).toHaveLength(paid)
  })

  test('R11.01 ended while what was bought in it goes on, it charges nothing and announces nothing', async () => {
    const { reader } = await boughtInPause()
    expect((await resume(reader)).statusCode).toBe(200)
    expect(await templatesTo(reader)).not.toContain('recurrence_resumed')
    await server.chargeDue()
    expect(await charged(reader)).toEqual([])
    expect((await reader.renewals()).filter(each => each.state === 'active')).toHaveLength(1)
  })
})
