import { expect, test } from 'vitest'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { orderTransfer } from './order-transfer.ts'
import { demoReaders } from './readers.ts'

const server = openForFile(createMoneyApp)

test('R11.14 the demo has a reader whose transfer is waited for, of which a part has come; once', async () => {
  await orderTransfer(server.money)
  const { email = '' } = demoReaders().find(each => each.situation === 'transfer-awaited') ?? {}
  const reader = await server.signIn({ email })
  await orderTransfer(server.money)
  await orderTransfer(server.money)
  expect(await reader.get('subscriptions')).toMatchObject({
    awaited_transfer: { price: { amount: 8990 }, received: { amount: 4000 } },
  })
  expect(await reader.payments()).toHaveLength(1)
})
