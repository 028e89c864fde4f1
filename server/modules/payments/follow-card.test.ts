import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eraseWhenDue } from '#server/testing/journeys/erase-when-due.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { followCard } from './follow-card.ts'
import { forgetCards } from './forget-cards.ts'
import { cards } from './tables.ts'

const server = openForFile(createMoneyApp)

test('R8.07 what a bank tells of a card before the gateway has forgotten it is not kept of an erased reader', async () => {
  const { db } = server.deps
  const { id, cardId } = await server.subscribe()
  const find = async () => (await db.select().from(cards).where(eq(cards.id, cardId)))[0]
  const token = (await find())?.gatewayToken ?? ''
  await eraseWhenDue(server, id)
  await followCard(server.money, token)
  await forgetCards(server.money)
  expect(await find()).toMatchObject({ brand: '', last4: '', gatewayToken: 'erased' })
})
