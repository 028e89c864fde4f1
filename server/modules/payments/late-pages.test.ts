import type { LightMyRequestResponse } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { premiumByCard } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, eventually, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { expireOrders } from '../orders/index.ts'
import { abandonCardChanges } from '../payment-cards/index.ts'
import { closeCheckout, sweepPayments } from './index.ts'

const server = openForFile(createMoneyApp)
afterEach(async () => {
  vi.restoreAllMocks()
  await server.gateway.setFaults({ down: 'no' })
})

/** A reader whose renewal the bank wants confirmed. */
async function refused() {
  await server.stopAllRenewals()
  const reader = await server.subscribe({ card: 'confirmed_always' })
  server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
  await server.chargeDue()
  await reader.browser.signIn(reader.email)
  return reader
}

const cases = [
  {
    what: 'payment to confirm',
    begin: refused,
    press: (reader: Subscribed) =>
      reader.browser.post(`${reader.own}/subscriptions/${reader.subscriptionId}/payment-confirmation`),
    waits: 'PT3M',
    giveUp: () => sweepPayments(server.money),
  },
  {
    what: 'order',
    begin: () => server.subscribe(),
    press: (reader: Subscribed) => reader.order(premiumByCard),
    waits: 'PT1H',
    giveUp: () => expireOrders(server.money),
  },
  {
    what: 'card change',
    begin: () => server.subscribe(),
    press: (reader: Subscribed) => reader.changeCard(reader.subscriptionId),
    waits: 'PT1H',
    giveUp: () => abandonCardChanges(server.money),
  },
]

const urlOf = (answer: LightMyRequestResponse) => answer.json<{ redirect_url: string }>().redirect_url
async function lastOf(reader: Subscribed) {
  const payment = (await reader.payments()).at(-1)
  if (!payment) throw new Error('The reader has no payment')
  return payment
}

/** An answer of the gateway that is on its way until `arrive` is called. */
function lateAnswer() {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const delay = async <T>(answer: Promise<T>): Promise<T> => {
    await answer
    asked.resolve()
    await held.promise
    return answer
  }
  return { asked: asked.promise, arrive: held.resolve, delay }
}

test.each(cases)(
  'R11.12 race, $what: a page that opens after its payment was given up is closed and not shown; the next press opens another',
  async ({ begin, press, waits, giveUp }) => {
    const reader = await begin()
    const { gateway } = server.money
    const prompt = { ...gateway }
    const late = lateAnswer()
    const pages = [
      vi
        .spyOn(gateway, 'createCheckout')
        .mockImplementationOnce(page => late.delay(prompt.createCheckout(page))),
      vi.spyOn(gateway, 'setupCard').mockImplementationOnce(page => late.delay(prompt.setupCard(page))),
    ]
    const pressed = press(reader)
    await late.asked
    server.clock.advance(waits)
    await giveUp()
    expect(await lastOf(reader)).toMatchObject({ state: 'failed', failure: 'abandoned' })
    late.arrive()
    expect((await pressed).statusCode).toBe(503)
    const [opened] = await Promise.all(pages.flatMap(page => page.mock.results.map(({ value }) => value)))
    expect(await gateway.readCheckout(opened?.reference ?? '')).toMatchObject({ state: 'closed' })

    await server.gateway.payOnPage(urlOf(await press(reader)))
    await eventually(async () => (await lastOf(reader)).state).toMatch(/paid|refunded/)
  },
)

test.each(cases)(
  'R11.12 race, $what: a payment whose page opens before it is given up stays open, and what is paid there counts',
  async ({ begin, press, waits }) => {
    const reader = await begin()
    await server.gateway.setFaults({ down: 'refusing' })
    expect((await press(reader)).statusCode).toBe(503)
    await server.gateway.setFaults({ down: 'no' })
    server.clock.advance(waits)
    const withoutPage = await lastOf(reader)
    const { gateway } = server.money
    const prompt = { ...gateway }
    const late = lateAnswer()
    vi.spyOn(gateway, 'findCharge').mockImplementation(charge => late.delay(prompt.findCharge(charge)))
    const sweeping = sweepPayments(server.money)
    // Without a card there is no charge to ask about.
    if (withoutPage.cardId !== null) await late.asked
    const page = urlOf(await press(reader))
    late.arrive()
    await sweeping
    expect((await lastOf(reader)).state).toBe('submitted')
    await closeCheckout(server.money, withoutPage)
    expect((await lastOf(reader)).state).toBe('submitted')
    await server.gateway.payOnPage(page)
    await eventually(async () => (await lastOf(reader)).state).toMatch(/paid|refunded/)
  },
)
