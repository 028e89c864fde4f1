import { beforeEach, describe, expect, test } from 'vitest'
import { settleStoppedRenewals } from '#server/modules/subscriptions/index.ts'
import { timeZone } from '#server/platform/clock.ts'
import { payTransfer, placeOrder } from '#server/testing/journeys/place-order.ts'
import {
  expectNoDayTwice,
  lastingPeriods,
  noAdsByTransfer,
  premiumFor,
} from '#server/testing/journeys/upgrades.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const daysOf = (period: { startsAt: Temporal.Instant; endsAt: Temporal.Instant } | undefined) =>
  period &&
  period.startsAt
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .until(period.endsAt.toZonedDateTimeISO(timeZone).toPlainDate()).days

describe('R11.01 what changes between the order and its payment', () => {
  test('a renewal charged while a transfer is awaited: all of it is converted into days', async () => {
    const reader = await premiumFor(server, { left: 16 })
    const order = await placeOrder(reader, noAdsByTransfer)
    expect(order.price.amount).toBe(131)
    server.clock.advance('P14D')
    await server.chargeDue()
    expect(await lastingPeriods(reader)).toHaveLength(2)
    expect(await payTransfer(server, order)).toBe('paid')
    // 1.31 € + 0.49 € + 89.90 €, of 119.90 € a year.
    expect(daysOf((await lastingPeriods(reader)).at(-1))).toBe(280)
    expect(await reader.readOrder(order.id)).toMatchObject({ plan: { begins: 'instead', rest_until: null } })
    expect((await reader.renewals()).at(-1)).toMatchObject({
      state: 'active',
      nextProductCode: 'premium_plus_1y',
    })
    await expectNoDayTwice(server, reader)
  })

  test('an offer accepted meanwhile: what was paid begins after it, for the days that it pays for', async () => {
    const reader = await premiumFor(server, { left: 106 })
    const order = await placeOrder(reader, noAdsByTransfer)
    const [offer] = await reader.listOffers(reader.subscriptionId)
    expect((await reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')).statusCode).toBe(201)
    expect(await payTransfer(server, order)).toBe('paid')
    const periods = await lastingPeriods(reader)
    expect(periods.at(-1)?.startsAt).toEqual(reader.endsAt)
    expect(daysOf(periods.at(-1))).toBe(27)
    const mail = await server.mailbox.waitFor(reader.email, each => each.subject.includes('zaplatené'))
    expect(mail.text).toContain('Začne sa, až keď sa skončí to, čo už máte zaplatené: Prémium bez reklamy.')
    await expectNoDayTwice(server, reader)
  })

  test('race: twenty payments of two orders and an offer, all at once, give each its days, and no day twice', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const reader = await premiumFor(server, { left: 106 })
      const [one, two] = [
        await placeOrder(reader, noAdsByTransfer, 'one'),
        await placeOrder(reader, noAdsByTransfer, 'two'),
      ]
      const [offer] = await reader.listOffers(reader.subscriptionId)
      await Promise.all([
        ...Array.from({ length: 9 }, () => [payTransfer(server, one), payTransfer(server, two)]).flat(),
        reader.acceptOffer(reader.subscriptionId, offer?.code ?? ''),
        reader.acceptOffer(reader.subscriptionId, offer?.code ?? ''),
      ])
      const paid = (await reader.payments()).filter(each => each.state === 'paid')
      const periods = await lastingPeriods(reader)
      // What was bought first, and one for each payment of the three.
      expect(periods).toHaveLength(paid.length)
      await expectNoDayTwice(server, reader)
      const days = periods
        .filter(each => each.productCode === 'premium_plus_1y')
        .map(each => daysOf(each) ?? 0)
      expect(days.sort((a, b) => a - b)).toEqual([27, 27, 106].slice(-days.length))
    }
  })

  test('race: a renewal’s charge and an upgrade’s payment at once: no day is paid twice', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const reader = await premiumFor(server, { left: 16 })
      const order = await placeOrder(
        reader,
        turn % 2 ? noAdsByTransfer : { ...noAdsByTransfer, product: 'premium_1y' },
      )
      server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
      await Promise.all([server.chargeDue(), payTransfer(server, order)])
      // A claimed charge that no longer fits is given up, and requested anew.
      for (let run = 0; run < 3; run++) {
        server.clock.advance('PT30S')
        await server.chargeDue()
      }
      await expectNoDayTwice(server, reader)
      const periods = await lastingPeriods(reader)
      const noAds = periods.filter(each => each.productCode === 'premium_plus_1y')
      if (turn % 2) {
        // Either the year of Premium, charged first, counts towards it, or its own next year is charged.
        expect(noAds.reduce((sum, each) => sum + (daysOf(each) ?? 0), 0)).toBeGreaterThan(270)
        expect(await reader.renewals()).toContainEqual(
          expect.objectContaining({ state: 'active', nextProductCode: 'premium_plus_1y' }),
        )
      } else {
        const paid = (await reader.payments()).filter(each => each.state === 'paid')
        expect(periods).toHaveLength(paid.length)
      }
    }
  })

  test('a charge whose answer was lost and that is found after something was bought gives the days after it', async () => {
    const reader = await premiumFor(server, { left: 16 })
    const order = await placeOrder(reader, { ...noAdsByTransfer, product: 'premium_1y' })
    server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
    await server.gateway.setFaults({ lose_answers: true, webhooks: 'off' })
    await server.chargeDue()
    await server.gateway.setFaults({ lose_answers: false, webhooks: 'prompt' })
    expect(await payTransfer(server, order)).toBe('paid')
    server.clock.advance('PT1M')
    await settleStoppedRenewals(server.money)
    expect((await reader.payments()).filter(each => each.state === 'paid')).toHaveLength(3)
    expect(await lastingPeriods(reader)).toHaveLength(3)
    await expectNoDayTwice(server, reader)
  })
})
