import { beforeEach, describe, expect, test } from 'vitest'
import { createMoneyApp, eventually, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

// The readers of other tests would be charged as well.
beforeEach(() => server.stopAllRenewals())

const local = (instant: Temporal.Instant | undefined) =>
  instant?.toZonedDateTimeISO('Europe/Bratislava').toPlainDateTime().toString()
/** Runs due renewals by two concurrent workers. */
const runTwice = () => Promise.all([server.chargeDue(), server.chargeDue()])
const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())

describe('years of renewals', () => {
  /** Moves the clock from one payment to the next and lets two workers run. */
  async function liveThrough(reader: Subscribed, count: number) {
    for (let index = 0; index < count; index++) {
      const plan = (await reader.renewals()).at(-1)
      if (plan?.state !== 'active') throw new Error('Nothing renews')
      goTo(plan.chargeAt)
      await runTwice()
    }
    return reader.periods()
  }

  const joined = (periods: { startsAt: Temporal.Instant; endsAt: Temporal.Instant }[]) => {
    for (const [index, period] of periods.entries()) {
      if (index > 0) expect(period.startsAt).toEqual(periods[index - 1]?.endsAt)
    }
  }

  test('four weeks thirteen times: every period joins the next, at the same time of day over both changes of summer time', async () => {
    const startsAt = Temporal.Instant.from('2032-01-05T18:42:00Z')
    goTo(startsAt)
    const reader = await server.subscribe({
      product: 'advert_4w',
      priceCents: 299,
      startsAt,
      endsAt: Temporal.Instant.from('2032-02-02T18:42:00Z'),
    })
    const periods = await liveThrough(reader, 13)
    joined(periods)
    expect(periods).toHaveLength(14)
    expect(new Set(periods.map(period => local(period.endsAt)?.slice(11)))).toEqual(new Set(['19:42:00']))
    expect(local(periods.at(-1)?.endsAt)).toBe('2033-01-31T19:42:00')
    const charges = (await reader.payments()).filter(each => each.purpose === 'renewal')
    expect(charges.map(each => each.state)).toEqual(Array.from({ length: 13 }, () => 'paid'))
  })

  test('from 29 February: the 28th three times, then the 29th', async () => {
    goTo(Temporal.Instant.from('2035-02-01T09:00:00Z'))
    const order = await server.signIn()
    goTo(Temporal.Instant.from('2036-02-29T09:00:00Z'))
    const created = (await order.order({ product: 'premium_1y', method: 'card' })).json<{
      id: number
      redirect_url: string
    }>()
    await server.gateway.payOnPage(created.redirect_url)
    await eventually(async () => (await order.readOrder(created.id)).state).toBe('paid')
    const reader = { ...order, subscriptionId: 0, cardId: 0, endsAt: server.clock.now() }
    const periods = await liveThrough(reader, 4)
    joined(periods)
    expect(periods.map(period => local(period.endsAt)?.slice(0, 10))).toEqual([
      '2037-02-28',
      '2038-02-28',
      '2039-02-28',
      '2040-02-29',
      '2041-02-28',
    ])
  })

  test('R11.10 after months without a worker one period is charged, and begins then', async () => {
    const startsAt = Temporal.Instant.from('2042-06-02T08:00:00Z')
    goTo(startsAt)
    const reader = await server.subscribe({
      product: 'advert_4w',
      priceCents: 299,
      startsAt,
      endsAt: Temporal.Instant.from('2042-06-30T08:00:00Z'),
    })
    goTo(Temporal.Instant.from('2042-10-01T08:00:00Z'))
    await runTwice()
    const [, next, ...none] = await reader.periods()
    expect(none).toEqual([])
    expect(local(next?.startsAt)?.slice(0, 16)).toBe('2042-10-01T10:00')
    expect(local(next?.endsAt)?.slice(0, 16)).toBe('2042-10-29T10:00')
    // The chain is counted from there.
    const periods = await liveThrough(reader, 2)
    joined(periods.slice(1))
    expect(local(periods.at(-1)?.endsAt)?.slice(0, 16)).toBe('2042-12-24T10:00')
  })
})
