import { describe, expect, test } from 'vitest'
import type { CardChange } from '#contract/payment-cards/payment-cards.ts'
import { startCardChange } from '#server/testing/journeys/card-change.ts'
import { buy } from '#server/testing/journeys/place-order.ts'
import { createMoneyApp, eventually, type Subscribed } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)

/** Gives the new card on the page, and waits until its charge has gone back. */
async function giveNewCard(reader: Subscribed, change: CardChange): Promise<void> {
  await server.gateway.payOnPage(change.redirect_url ?? '')
  await eventually(async () => (await reader.readChange(change.id)).state).toBe('refunded')
}

const activeOf = async (reader: Subscribed) =>
  (await reader.renewals()).filter(each => each.state === 'active')

const cardMail = ({ email }: Subscribed) =>
  server.mailbox.waitFor(email, ({ subject }) => subject.includes('karta je zmenená'))

describe('R1.03 what becomes of a subscription while the page for its new card is open', () => {
  test('it is renewed: its next renewal takes the card, another subscription keeps its own', async () => {
    const endsAt = server.clock.now().add({ hours: 48, minutes: 5 })
    const reader = await server.subscribe({ endsAt })
    await buy(server, reader, 'advert_4w')
    const cardsOf = async () =>
      Object.fromEntries((await activeOf(reader)).map(each => [each.nextProductCode, each.cardId]))
    const change = await startCardChange(reader)
    server.clock.advance('PT10M')
    await server.chargeDue()
    const { premium_1y: former, advert_4w: ofOther } = await cardsOf()
    expect(former).toBe(reader.cardId)
    expect((await reader.periods()).filter(each => each.productCode === 'premium_1y')).toHaveLength(2)
    await giveNewCard(reader, change)
    const { premium_1y: taken, advert_4w: kept } = await cardsOf()
    expect([reader.cardId, ofOther, undefined]).not.toContain(taken)
    expect([kept]).toEqual([expect.any(Number)])
    expect(kept).toBe(ofOther)
  })

  test('an accepted offer replaces it: the renewal of what it opened takes the card, and the mail names that', async () => {
    const reader = await server.subscribe()
    const change = await startCardChange(reader)
    const [offer] = await reader.listOffers(reader.subscriptionId)
    expect((await reader.acceptOffer(reader.subscriptionId, offer?.code ?? '')).statusCode).toBe(201)
    expect(await activeOf(reader)).toMatchObject([
      { nextProductCode: 'premium_plus_1y', cardId: reader.cardId },
    ])
    await giveNewCard(reader, change)
    const [taken] = await activeOf(reader)
    expect([reader.cardId, undefined]).not.toContain(taken?.cardId)
    expect((await cardMail(reader)).text).toContain('predplatné Prémium bez reklamy sa odteraz platí kartou')
  })
})

test('R1.03 paid by what cannot be charged again, the former card stays and the money goes back, as no bank has refused it', async () => {
  const reader = await server.subscribe()
  const change = await startCardChange(reader)
  const { gateway } = server.money
  const readCheckout = gateway.readCheckout.bind(gateway)
  const before = await server.gateway.ledger()
  Object.assign(gateway, {
    readCheckout: async (reference: string) => ({ ...(await readCheckout(reference)), card: null }),
  })
  try {
    await server.gateway.payOnPage(change.redirect_url ?? '')
    await eventually(async () => (await reader.readChange(change.id)).state).toBe('declined')
  } finally {
    Object.assign(gateway, { readCheckout })
  }
  expect(await reader.readChange(change.id)).toMatchObject({ decline: null })
  await eventually(async () => (await server.gateway.ledger()).returned - before.returned).toBe(50)
  expect(await activeOf(reader)).toMatchObject([{ cardId: reader.cardId }])
})
