import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/modules/identity/tables.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { orderGift } from '#server/testing/journeys/buy-gift.ts'
import { eraseWhenDue } from '#server/testing/journeys/erase-when-due.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { refuseMails } from '#server/testing/make/refused-mails.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

const erase = (id: number) => eraseWhenDue(server, id)

/** Has the recipient's server refuse all mails of a template. @returns what of them is kept */
async function refuse(template: 'gift_received' | 'family_access') {
  const { db } = server.deps
  await refuseMails(db, template)
  const isKept = and(eq(outboxMessages.template, template), isNotNull(outboxMessages.failure))
  return async () =>
    JSON.stringify((await db.select().from(outboxMessages).where(isKept)).map(({ payload }) => payload))
}

test('R8.07 a gift’s mail that was refused names no erased giver', async () => {
  const kept = await refuse('gift_received')
  const giver = await server.signIn({ name: 'Peter Sedláček' })
  const given = { email: 'preklep@example.com', name: 'Ondrej', message: 'Tvoj otec Peter, Hlavná 3' }
  await (await orderGift(server, giver, given)).pay()
  await expect.poll(kept).toContain('Sedláček')
  await erase(giver.id)
  expect(await kept()).not.toMatch(/Sedláček|Hlavná/)
})

test('R8.07 an invitation to a family that was refused names no erased owner', async () => {
  const kept = await refuse('family_access')
  const family = { audience: 'family' as const, access: ['web'], seats: 4, priceCents: 13_990 }
  await makeProduct(server.deps, { ...family, code: 'family_4', renewsInto: 'family_4' })
  const owner = await server.subscribe({ product: 'family_4', priceCents: 13_990 })
  await server.deps.db.update(users).set({ name: 'Peter Sedláček' }).where(eq(users.id, owner.id))
  const path = `${owner.own}/companies/${owner.subscriptionId}/accesses`
  expect((await owner.browser.post(path, { json: { email: 'preklep@example.com' } })).statusCode).toBe(201)
  await expect.poll(kept).toContain('Sedláček')
  await erase(owner.id)
  expect(await kept()).not.toContain('Sedláček')
})
