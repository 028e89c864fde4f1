import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { cards, payments } from '../modules/payments/tables.ts'
import {
  changeSubscription,
  listChanges,
  undoChange,
} from '../modules/subscriptions/recurrence/change-subscription.ts'
import { products, subscriptions } from '../modules/subscriptions/tables.ts'
import { projectRoot } from '../platform/process/project-root.ts'
import { agreedTerms } from '../testing/journeys/agreed-terms.ts'
import { makeCard, makePayment, makePeriod, makeProduct } from '../testing/make/purchase.ts'
import { makeReader } from '../testing/make/reader.ts'
import { createMoneyApp } from '../testing/setup/money-app.ts'

type Plan = {
  code: string
  group: typeof products.$inferInsert.group
  audience: 'person' | 'company' | 'family' | 'gift'
  price_cents: number
  length: string
  access: string[]
  device_limit: number
  seats: number
  renews_into: string | null
  sold: boolean
}
/** Everything that the demo publisher sells. */
const plans = (JSON.parse(readFileSync(join(projectRoot, 'demo/products.json'), 'utf8')) as Plan[]).filter(
  each => each.sold,
)
const [from, until] = ['2026-09-08', '2027-09-08']
const now = '2027-03-10'

/** The oracle: what a change costs and when it begins, from the file of products alone, in whole numbers. */
function expected(present: Plan, target: Plan) {
  const has = new Set(target.access)
  const isAll = present.access.every(flag => /^device\d$/.test(flag) || has.has(flag))
  const days = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / 86_400_000
  const difference = BigInt(target.price_cents - present.price_cents) * BigInt(days(now, until))
  const total = BigInt(days(from, until))
  const cents = Number((2n * difference + total) / (2n * total))
  const isAtOnce =
    isAll && target.device_limit >= present.device_limit && target.length === present.length && cents >= 50
  return { kind: isAtOnce ? 'at_once' : 'at_end', today: isAtOnce ? cents : 0, next: target.price_cents }
}

const server = openForFile(createMoneyApp)
let token: string
beforeAll(async () => {
  await server.deps.db.delete(products)
  for (const { code, group, audience, ...plan } of plans) {
    const { price_cents: priceCents, device_limit: deviceLimit, renews_into: renewsInto } = plan
    const { length, access, seats } = plan
    const columns = { priceCents, length, access, deviceLimit, seats, renewsInto }
    await makeProduct(server.deps, { code, group, audience, ...columns })
  }
  server.clock.set(`${now}T10:00:00Z`)
  token = 'renewed-by-all'
})

/** A reader in the middle of a year, or of the four weeks, of a plan, which renews by card. */
async function subscribe(plan: Plan) {
  const { deps } = server
  const { id: userId } = await makeReader(deps)
  const [startsAt, endsAt] = [from, until].map(day => Temporal.Instant.from(`${day}T10:00:00Z`))
  if (!startsAt || !endsAt) throw new Error('There is no period')
  const cardId = await makeCard(deps, { userId, gatewayToken: token })
  const paid = { userId, productCode: plan.code, at: startsAt, amountCents: plan.price_cents, cardId }
  const period = { userId, productCode: plan.code, priceCents: plan.price_cents, startsAt, endsAt }
  const subscriptionId = await makePeriod(deps, {
    ...period,
    paymentId: await makePayment(deps, paid),
    renewals: plan.renews_into
      ? [
          {
            state: 'active',
            cardId,
            chargeAt: endsAt.subtract({ hours: 48 }),
            nextProductCode: plan.renews_into,
          },
        ]
      : [],
  })
  return { actor: { userId, sessionId: '' }, of: { subscriptionId, locale: 'sk' as const } }
}

test('R11.02 each of the demo’s plans for each other one: quoted, changed, undone and charged as an oracle says, to the cent', async () => {
  const { money, deps } = server
  const { cardId, browser } = await server.subscribe({ product: 'premium_1y' })
  const agreed = await agreedTerms(browser, {})
  const [card] = await deps.db.select().from(cards).where(eq(cards.id, cardId))
  token = card?.gatewayToken ?? ''
  const wanted = new Map<number, string>()
  let pairs = 0
  for (const present of plans) {
    const shown = await subscribe(present)
    const { items, obstacle } = await listChanges(deps, shown.actor, shown.of)
    const isOne = present.audience === 'person'
    const reason = present.audience === 'gift' ? 'change_not_by_card' : 'change_not_for_one'
    expect(obstacle, present.code).toBe(isOne ? null : reason)
    for (const target of plans) {
      pairs++
      const quote = items.find(each => each.type.code === target.code)
      const isOffered = isOne && target.audience === 'person' && target !== present
      expect(quote !== undefined, `${present.code} for ${target.code}`).toBe(isOffered)
      if (!quote) continue
      // The four weeks are sold by the year here, so that all periods are alike.
      const its = expected(present, target)
      expect(
        { kind: quote.kind, today: quote.today.amount, next: quote.next_payment.price.amount },
        `${present.code} for ${target.code}`,
      ).toEqual(its)
      const { actor, of } = await subscribe(present)
      await changeSubscription(money, actor, { ...of, code: quote.code, agreed })
      if (quote.kind === 'at_end') {
        await undoChange(deps, actor, of.subscriptionId)
        const codes = (await listChanges(deps, actor, of)).items.map(each => each.code)
        expect(codes, 'as if there had been none').toEqual(items.map(each => each.code))
        await changeSubscription(money, actor, { ...of, code: quote.code, agreed })
      }
      wanted.set(actor.userId, `${target.code}: ${its.today > 0 ? `${its.today} ` : ''}${its.next}`)
    }
  }
  expect(pairs).toBe(18 * 18)
  // Two days before the end, and not later: too many that are overdue would be held.
  server.clock.set('2027-09-06T10:30:00Z')
  await server.chargeDue()
  const taken = Map.groupBy(await deps.db.select().from(payments).orderBy(payments.id), each => each.userId)
  const last = new Map(
    (await deps.db.select().from(subscriptions).orderBy(subscriptions.endsAt)).map(each => [
      each.userId,
      each,
    ]),
  )
  const charged = [...wanted.keys()].map(userId => {
    const cents = taken
      .get(userId)
      ?.slice(1)
      .map(each => (each.state === 'paid' ? each.amountCents : each.state))
    return [userId, `${last.get(userId)?.productCode}: ${cents?.join(' ')}`] as const
  })
  expect(new Map(charged)).toEqual(wanted)
})
