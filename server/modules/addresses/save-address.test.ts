import { expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { Address } from '#contract/addresses/addresses.ts'
import { exampleAddress } from '#contract/testing/address-example.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { premiumByTransfer } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
const invoiceAddress = { ...exampleAddress, type: 'invoice' }

async function signInSomebody() {
  const reader = await server.signIn()
  const { browser, own } = reader
  const add = (address: object) =>
    browser.post(`${own}/addresses`, { json: { ...invoiceAddress, ...address } })
  const kept = async () => (await browser.get(`${own}/addresses`)).json<{ items: Address[] }>().items
  const order = (address: object) =>
    reader.order({ ...premiumByTransfer, address: { ...invoiceAddress, ...address } }, crypto.randomUUID())
  return { ...reader, add, kept, order }
}

test('race: of one address added twenty times at once one is kept, and told once among what happened', async () => {
  const { add, kept, browser, own } = await signInSomebody()
  const answers = await Promise.all(Array.from({ length: 20 }, () => add({})))
  expect(new Set(answers.map(each => each.statusCode))).toEqual(new Set([201]))
  const [address] = await kept()
  expect(answers.map(each => each.json<Address>())).toEqual(Array(20).fill(address))
  expect(await kept()).toHaveLength(1)
  const { items } = (await browser.get(`${own}/activity`)).json<{ items: Activity[] }>()
  expect(items.filter(each => each.kind === 'address_added')).toHaveLength(1)
})

test('race: of twenty orders at once that each bring an address one fills the list; a known one is always taken', async () => {
  const { add, kept, order, payments } = await signInSomebody()
  for (let number = 1; number <= 19; number++) await add({ number: String(number) })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => order({ number: String(100 + index) })),
  )
  expect(answers.filter(each => each.statusCode === 201)).toHaveLength(1)
  const refused = answers.filter(each => each.statusCode !== 201)
  expect(new Set(refused.map(keyOf))).toEqual(new Set(['address_limit_reached']))
  expect(await kept()).toHaveLength(20)
  expect(await payments()).toHaveLength(1)
  expect((await order({ number: '1' })).statusCode).toBe(201)
  expect((await add({ number: '1' })).statusCode).toBe(201)
  expect(await kept()).toHaveLength(20)
})
