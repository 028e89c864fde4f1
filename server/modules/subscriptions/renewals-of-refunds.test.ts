import { beforeEach, describe, expect, test } from 'vitest'
import { startCardChange } from '#server/testing/journeys/card-change.ts'
import { buy, payOrder, placeOrder } from '#server/testing/journeys/place-order.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { createMoneyApp, eventually, type MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { switchRecurrence } from './index.ts'
import { remindOfConfirmations } from './renewal/remind-readers.ts'

const server = openForFile(createMoneyApp)
beforeEach(() => server.stopAllRenewals())

const goTo = (instant: Temporal.Instant) => server.clock.set(instant.toString())
const none = 'nič ďalšie vám nestrhneme'
const toldTo = async ({ email }: MoneyReader) =>
  (await server.mailbox.waitFor(email, each => each.subject.startsWith('Vraciame'))).text
const isOn = async (reader: MoneyReader) => (await reader.renewals()).some(each => each.state === 'active')
const first = async (reader: MoneyReader) => (await reader.payments())[0]?.id ?? 0

describe('R11.06 a mail that says that nothing more is charged is true', () => {
  test('of the period before the present one, given back', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    goTo(reader.endsAt.add({ hours: 24 }))
    await makeRefund(server.money, await first(reader))
    const isPromised = (await toldTo(reader)).includes(none)
    goTo(reader.endsAt.add({ hours: 24 * 365 }))
    await server.chargeDue()
    const charged = (await reader.payments())
      .slice(2)
      .map(each => [each.purpose, each.state, each.amountCents])
    expect({ isPromised, charged }).toEqual({ isPromised: true, charged: [] })
  })

  test('of the first of two orders, given back', async () => {
    const reader = await server.signIn()
    await buy(server, reader)
    await buy(server, reader)
    await makeRefund(server.money, await first(reader))
    expect(await isOn(reader)).toBe(true)
    expect(await toldTo(reader)).not.toContain(none)
  })

  test('of a gift, given back to who renews', async () => {
    const reader = await server.subscribe()
    const date = server.clock.now().toZonedDateTimeISO('Europe/Bratislava').toPlainDate().toString()
    const gift = { email: 'b@b.example', date, name: null, message: null }
    await payOrder(
      server,
      reader,
      await placeOrder(reader, { product: 'gift_premium_1y', method: 'card', gift }),
    )
    const given = (await reader.payments()).find(each => each.productCode === 'gift_premium_1y')
    await makeRefund(server.money, given?.id ?? 0)
    expect(await isOn(reader)).toBe(true)
    expect(await toldTo(reader)).not.toContain(none)
  })

  test('of a period that is over, shortened: nothing is shorter', async () => {
    const reader = await server.subscribe()
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    goTo(reader.endsAt.add({ hours: 24 }))
    await makeRefund(server.money, await first(reader), { amountCents: 1000, access: 'shorten' })
    expect(await toldTo(reader)).not.toContain('Čítať')
  })
})

describe('R11.06 a renewal that failed, of a period that is given back', () => {
  const refused = async () => {
    const reader = await server.subscribe({ card: 'confirmed_always' })
    goTo(reader.endsAt.subtract({ hours: 48 }))
    await server.chargeDue()
    await makeRefund(server.money, await first(reader))
    return reader
  }
  test('is not to be confirmed', async () => {
    const reader = await refused()
    server.clock.advance('P10D')
    await remindOfConfirmations(server.deps)
    const reminded = (await reader.renewals()).map(each => each.remindedAt !== null)
    expect([reminded, (await reader.list())[0]?.recurrence.acts]).toEqual([[false], []])
  })

  test('is not charged to another card', async () => {
    const reader = await refused()
    const change = await startCardChange(reader).catch(() => undefined)
    if (change) {
      await server.gateway.payOnPage(change.redirect_url ?? '', 'succeeds')
      await eventually(async () => (await reader.readChange(change.id)).state).not.toBe('waiting')
    }
    await server.chargeDue()
    const states = (await reader.payments())
      .filter(each => each.purpose === 'renewal')
      .map(each => each.state)
    expect(states).toEqual(['failed'])
  })
})

test('R11.06 what a refund has shortened, turned on by staff, is charged before it ends', async () => {
  const reader = await server.signIn()
  await buy(server, reader)
  await makeRefund(server.money, await first(reader), { amountCents: 4495, access: 'shorten' })
  const [period] = await reader.periods()
  const staff = { userId: reader.id, by: 'staff' } as const
  await switchRecurrence(server.money, staff, period?.id ?? 0, { enabled: true })
  const [renewal] = await reader.renewals()
  expect(renewal?.chargeAt.toString()).toBe(period?.endsAt.subtract({ hours: 48 }).toString())
})

describe('R11.06 what was paid for a change at once, given back with its days', () => {
  const changed = async () => {
    const reader = await server.signIn()
    await buy(server, reader)
    const [bought] = await reader.list()
    server.clock.advance('P30D')
    const [offer] = await reader.listOffers(bought?.id ?? 0)
    await reader.acceptOffer(bought?.id ?? 0, offer?.code ?? '')
    const payment = (await reader.payments())[1]
    const active = async () => (await reader.list()).find(each => each.state === 'active')?.period.to
    return { reader, payment, active }
  }
  test('all of it leaves what was paid before', async () => {
    const { payment, active } = await changed()
    await makeRefund(server.money, payment?.id ?? 0, { access: 'shorten' })
    expect(await active()).toBeDefined()
  })

  test('a part of it takes days of that worth', async () => {
    const { payment, active } = await changed()
    const before = Temporal.Instant.from((await active()) ?? '')
    const amountCents = Math.round((payment?.amountCents ?? 0) / 2)
    await makeRefund(server.money, payment?.id ?? 0, { access: 'shorten', amountCents })
    const days = Math.round(
      Temporal.Instant.from((await active()) ?? '')
        .until(before)
        .total('hours') / 24,
    )
    // A day of it costs 119,90 € / 365.
    expect(Math.round((days * 11_990) / 365)).toBeLessThanOrEqual(amountCents + 33)
  })
})

test('R11.06 a mail names a credit note where one is made: not of what was loaded without its document', async () => {
  const loaded = await server.subscribe()
  const native = await server.signIn()
  await buy(server, native)
  for (const reader of [loaded, native]) await makeRefund(server.money, await first(reader))
  expect(await toldTo(loaded)).not.toContain('nájdete medzi svojimi dokladmi')
  expect(await toldTo(native)).toContain('Opravný doklad nájdete medzi svojimi dokladmi.')
})
