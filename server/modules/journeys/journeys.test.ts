import { expect, test } from 'vitest'
import { startCardChange } from '#server/testing/journeys/card-change.ts'
import {
  placeOrder,
  premiumByCard,
  premiumByTransfer,
  refusalOf,
} from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { receiveTransfer } from '../orders/index.ts'
import { type Journey, journeys } from './journeys.ts'

const server = openForFile(createMoneyApp)

const outcomes = ['started', 'completed', 'refused', 'failed'] as const

/** Counts of a journey since the function was made, in the order of `outcomes`. */
async function counting(journey: Journey): Promise<() => Promise<number[]>> {
  const read = async () => {
    const text = (await server.app.inject('/metrics')).body
    return outcomes.map(outcome =>
      Number(
        text.split(`profil_journeys_total{journey="${journey}",outcome="${outcome}"} `)[1]?.split('\n')[0],
      ),
    )
  }
  const before = await read()
  return async () => (await read()).map((value, index) => value - (before[index] ?? Number.NaN))
}

test('R15.11 every journey has its figures from the start, so that none is missing where nobody came', async () => {
  const text = (await server.app.inject('/metrics')).body
  for (const journey of Object.keys(journeys))
    for (const outcome of outcomes)
      expect(text).toContain(`profil_journeys_total{journey="${journey}",outcome="${outcome}"} `)
})

test('R15.11 a sign-in is completed, a wrong password refused', async () => {
  const { email } = await server.signIn()
  const counts = await counting('sign_in')
  await openBrowser(server.app).signIn(email)
  expect(await counts()).toEqual([1, 1, 0, 0])
  const answer = await openBrowser(server.app).signIn(email, 'Zle-12345')
  expect(answer.statusCode).toBe(422)
  expect(await counts()).toEqual([2, 1, 1, 0])
})

test('R15.11 an order by card ends when it is paid, is refused while anonymization is pending, and fails without a gateway', async () => {
  const [byCard, byTransfer] = [await counting('order_by_card'), await counting('order_by_transfer')]
  const paid = await placeOrder(await server.signIn(), premiumByCard)
  expect(await byCard()).toEqual([1, 0, 0, 0])
  await server.gateway.payOnPage(paid.redirect_url ?? '')
  await eventually(byCard).toEqual([1, 1, 0, 0])
  const left = await placeOrder(await server.signIn(), premiumByCard)
  await server.gateway.payOnPage(left.redirect_url ?? '', 'declined')
  await server.gateway.leavePage(left.redirect_url ?? '')
  await eventually(byCard).toEqual([2, 1, 1, 0])
  await server.gateway.setFaults({ down: 'refusing' })
  expect(await refusalOf(await server.signIn(), premiumByCard, 'once')).toMatchObject({ status: 503 })
  await server.gateway.setFaults({ down: 'no' })
  expect(await byCard()).toEqual([3, 1, 1, 1])
  expect(await byTransfer()).toEqual([0, 0, 0, 0])
})

test('R15.11 an order by transfer ends when the money comes, a card change when the card is verified', async () => {
  const [byTransfer, cardChange] = [await counting('order_by_transfer'), await counting('card_change')]
  const { transfer } = await placeOrder(await server.signIn(), premiumByTransfer)
  const arrival = { variableSymbol: transfer?.variable_symbol ?? '', amountCents: 8990 }
  await Promise.all([1, 2, 3].map(() => receiveTransfer(server.money, arrival)))
  expect(await byTransfer()).toEqual([1, 1, 0, 0])
  const reader = await server.subscribe()
  const change = await startCardChange(reader)
  expect(await cardChange()).toEqual([1, 0, 0, 0])
  await server.gateway.payOnPage(change.redirect_url ?? '')
  await eventually(cardChange).toEqual([1, 1, 0, 0])
})

test('R15.11 turning a renewal off and on again are two journeys of one call', async () => {
  const [stop, again] = [await counting('stop'), await counting('renew_again')]
  const reader = await server.subscribe()
  await reader.switchRecurrence(reader.subscriptionId, { enabled: false })
  expect([await stop(), await again()]).toEqual([
    [1, 1, 0, 0],
    [0, 0, 0, 0],
  ])
  await reader.switchRecurrence(reader.subscriptionId, { enabled: true })
  await reader.switchRecurrence(reader.subscriptionId + 1000, { enabled: true })
  expect([await stop(), await again()]).toEqual([
    [1, 1, 0, 0],
    [2, 1, 1, 0],
  ])
})
