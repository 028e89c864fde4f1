import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heldPeriod, heldProduct as product } from '#server/testing/make/held.ts'
import type { Held } from './paid-periods.ts'
import { type AnnouncedPlan, planPaidPurchase } from './plan-paid-purchase.ts'
import { planPurchase } from './purchase-plan.ts'
import { leftCents } from './worth.ts'

type Product = Held['product']
const standard = product('standard', 5990, ['web', 'device3'], { deviceLimit: 3 })
const premium = product('premium', 8990, ['web', 'blog', 'device6'])
const noAds = product('no_ads', 11_990, ['web', 'blog', 'no_advert', 'device6'])
const adFree = product('ad_free_4w', 299, ['no_advert'], { length: 'P4W', deviceLimit: 3 })
const sport = product('sport', 2990, ['sportnet', 'device3'], { deviceLimit: 3 })
const all = product('all', 13_990, ['web', 'blog', 'no_advert', 'sportnet', 'device6'])
const family = product('family', 13_990, ['web', 'blog', 'device6'], { audience: 'family', seats: 4 })
const gift = product('gift', 5990, ['web', 'device3'], { audience: 'gift', deviceLimit: 3 })

const now = Temporal.Instant.from('2026-11-22T09:00:00Z')
const inDays = (count: number) => now.toZonedDateTimeISO('Europe/Bratislava').add({ days: count }).toInstant()
/** A period of a product: as long as it is sold for, and bought, unless told otherwise. */
const held = (of: Product, from: number, to: number, more: Partial<Held> = {}): Held =>
  heldPeriod(of, { startsAt: inDays(from), endsAt: inDays(to), ...more })

describe('R11.01 how a purchase relates to what the reader has', () => {
  // 106 of 365 days are left, as in the offers.
  const running = () => held(premium, -259, 106)
  test.each<[string, Product, Held[], object]>([
    [
      'nothing',
      premium,
      [],
      { begins: 'at_once', priceCents: 8990, startsAt: inDays(0), endsAt: inDays(365) },
    ],
    ['the same', premium, [running()], { begins: 'after', priceCents: 8990, startsAt: inDays(106) }],
    ['what gives more', standard, [running()], { begins: 'after', priceCents: 5990, startsAt: inDays(106) }],
    [
      'what gives less',
      noAds,
      [running()],
      {
        begins: 'instead',
        priceCents: 871,
        creditCents: 2611,
        startsAt: inDays(0),
        endsAt: inDays(106),
        isForTheRest: true,
      },
    ],
    [
      'what gives less and is about to end',
      noAds,
      [held(premium, -355, 10)],
      {
        begins: 'instead',
        priceCents: 11_990 - 246,
        creditCents: 246,
        endsAt: inDays(365),
        isForTheRest: false,
      },
    ],
    [
      'what gives less and is shorter',
      noAds,
      [held(adFree, -18, 10)],
      {
        begins: 'instead',
        priceCents: 11_990 - 107,
        endsAt: inDays(365),
      },
    ],
    [
      'two that give less',
      all,
      [held(standard, -265, 100), held(sport, -165, 200)],
      {
        begins: 'instead',
        priceCents: 13_990 - 1641 - 1638,
        endsAt: inDays(365),
      },
    ],
    [
      'what gives less, now and paid for ahead',
      noAds,
      [held(premium, -345, 20), held(premium, 20, 385)],
      {
        begins: 'instead',
        priceCents: 11_990 - 493 - 8990,
        endsAt: inDays(365),
      },
    ],
    [
      'more ahead than it costs',
      noAds,
      [held(premium, -345, 20), held(premium, 20, 385), held(premium, 385, 750)],
      {
        begins: 'after',
        priceCents: 11_990,
        startsAt: inDays(750),
      },
    ],
    [
      'the same, with what gives less paid for after it',
      noAds,
      [held(noAds, -259, 106), held(standard, 106, 471)],
      { begins: 'after', priceCents: 11_990, startsAt: inDays(471) },
    ],
    ['something else', sport, [running()], { begins: 'beside', priceCents: 2990, startsAt: inDays(0) }],
    ['a part of each other', adFree, [running()], { begins: 'beside', priceCents: 299 }],
    [
      'a present that gives less',
      premium,
      [held(gift, -100, 265, { isOwn: false, worthCents: 0 })],
      {
        begins: 'beside',
        priceCents: 8990,
      },
    ],
    [
      'less, renewed by a phone company',
      noAds,
      [held(adFree, -18, 10, { renewsElsewhere: true })],
      {
        begins: 'beside',
        priceCents: 11_990,
      },
    ],
    [
      'a place in a family',
      standard,
      [held(family, -100, 265, { isSeat: true, isOwn: false, seats: 1 })],
      {
        begins: 'after',
        startsAt: inDays(265),
      },
    ],
    ['a family, whose people would be left without', noAds, [held(family, -100, 265)], { begins: 'beside' }],
    ['one person, and a family buys', family, [running()], { begins: 'instead', priceCents: 1452 }],
    [
      'what was the rest of another one',
      all,
      [held(noAds, -10, 106, { worthCents: 3811, isRest: true })],
      {
        begins: 'instead',
        priceCents: 13_990 - 3482,
        endsAt: inDays(365),
      },
    ],
  ])('to %s', (_, bought, present, expected) => {
    expect(planPurchase(present, bought, now)).toMatchObject(expected)
  })

  const products = [standard, premium, noAds, adFree, sport, all, family]
  const someHeld = fc
    .array(
      fc.record({
        of: fc.constantFrom(...products),
        from: fc.integer({ min: -300, max: 300 }),
        length: fc.integer({ min: 30, max: 365 }),
        isOwn: fc.boolean(),
      }),
      { maxLength: 4 },
    )
    .map(items =>
      items
        .map(({ of, from, length, isOwn }) => held(of, from, from + length, { isOwn }))
        .filter(each => Temporal.Instant.compare(each.endsAt, now) > 0)
        .sort((a, b) => Temporal.Instant.compare(a.endsAt, b.endsAt)),
    )
  const at = (days: number) => inDays(days)

  test('nothing is sold below the smallest charge, nor above its price; it covers what it replaces', () => {
    fc.assert(
      fc.property(someHeld, fc.constantFrom(...products), (present, bought) => {
        const plan = planPurchase(present, bought, now)
        expect(plan.priceCents).toBeGreaterThanOrEqual(50)
        expect(plan.priceCents).toBeLessThanOrEqual(bought.priceCents)
        expect(Temporal.Instant.compare(plan.startsAt, plan.endsAt)).toBe(-1)
        if (plan.begins !== 'instead') return
        for (const each of plan.present) {
          const wanted = each.access.filter(flag => !flag.startsWith('device'))
          expect(bought.access).toEqual(expect.arrayContaining(wanted))
        }
      }),
    )
  })

  test('no money is lost, whatever has changed between the order and the payment', () => {
    fc.assert(
      fc.property(
        someHeld,
        someHeld,
        fc.constantFrom(...products),
        fc.integer({ min: 0, max: 14 }),
        (before, meanwhile, bought, days) => {
          const plan = planPurchase(before, bought, now)
          const told: AnnouncedPlan = {
            begins: plan.begins,
            presentIds: plan.present.map(each => each.id),
            restUntil: plan.isForTheRest ? plan.endsAt : null,
          }
          const later = at(days)
          const present = [...before, ...meanwhile]
            .filter(each => Temporal.Instant.compare(each.endsAt, later) > 0)
            .sort((a, b) => Temporal.Instant.compare(a.endsAt, b.endsAt))
          const settled = planPaidPurchase(present, bought, { told, paidCents: plan.priceCents }, later)
          const opened = { startsAt: settled.startsAt, endsAt: settled.endsAt }
          const worth =
            (bought.priceCents * opened.startsAt.until(opened.endsAt).total('days')) / lengthOf(bought)
          const given = settled.begins === 'instead' ? settled.present : []
          const credit = given.reduce((sum, each) => sum + leftCents(each, each.worthCents, later), 0)
          // Only the days between the order and the payment are used up; a begun day counts as whole.
          const waited = settled.isForTheRest ? (bought.priceCents * days) / lengthOf(bought) : 0
          expect(worth + waited + bought.priceCents / lengthOf(bought)).toBeGreaterThan(
            plan.priceCents + credit - 2,
          )
        },
      ),
    )
  })
})

const lengthOf = ({ length }: Product) => (length === 'P1Y' ? 365 : 28)

describe('R11.01 a purchase that is paid for later', () => {
  test.each([
    ['prolonged by days that nobody pays for lasts as long', 30, 30],
    ['shortened lasts as told', -30, 0],
  ])('for the rest of what was meanwhile %s', (_what, days, kept) => {
    const present = held(premium, -259, 106)
    const told: AnnouncedPlan = { begins: 'instead', presentIds: [present.id], restUntil: inDays(106) }
    const changed = { ...present, endsAt: inDays(106 + days) }
    const settled = planPaidPurchase([changed], noAds, { told, paidCents: 871 }, inDays(3))
    expect(settled).toMatchObject({ begins: 'instead', isForTheRest: true })
    expect(settled.endsAt.toString()).toBe(inDays(106 + kept).toString())
  })

  const told = (of: Held[], restUntil: Temporal.Instant | null): AnnouncedPlan => ({
    begins: 'instead',
    presentIds: of.map(each => each.id),
    restUntil,
  })
  const running = held(premium, -259, 106)

  test('is as shown, as long as what it replaces is there', () => {
    const paid = { told: told([running], running.endsAt), paidCents: 871 }
    expect(planPaidPurchase([running], noAds, paid, inDays(5))).toMatchObject({
      begins: 'instead',
      endsAt: running.endsAt,
      isForTheRest: true,
    })
  })

  test('replaces a renewal made meanwhile as well, for as many days as the credit pays for', () => {
    const renewed = held(premium, 106, 471)
    const paid = { told: told([running], running.endsAt), paidCents: 871 }
    const settled = planPaidPurchase([running, renewed], noAds, paid, inDays(105))
    // 8.71 € + 0.25 € + 89.90 € are worth 302 days of 119.90 € for a year of 366.
    expect(settled).toMatchObject({ begins: 'instead', endsAt: inDays(105 + 302), isForTheRest: false })
    expect(settled.present).toHaveLength(2)
  })

  test('begins after what an accepted offer has opened, for the days that it pays for', () => {
    const upgraded = held(noAds, -1, 106, { isRest: true })
    const paid = { told: told([running], running.endsAt), paidCents: 871 }
    expect(planPaidPurchase([upgraded], noAds, paid, now)).toMatchObject({
      begins: 'after',
      startsAt: upgraded.endsAt,
      endsAt: inDays(106 + 27),
    })
  })

  test('that was shown as a whole period is one, and a purchase made meanwhile prolongs it', () => {
    const atOnce: AnnouncedPlan = { begins: 'at_once', presentIds: [], restUntil: null }
    const paid = { told: atOnce, paidCents: 11_990 }
    expect(planPaidPurchase([], noAds, paid, inDays(3))).toMatchObject({ endsAt: inDays(368) })
    // 89.90 € are worth 274 days of it.
    expect(planPaidPurchase([held(premium, 0, 365)], noAds, paid, now)).toMatchObject({
      begins: 'instead',
      endsAt: inDays(365 + 274),
    })
  })

  test('that was shown to begin after another does so, as long as that is there', () => {
    const ahead = [held(premium, -345, 20), held(premium, 20, 385), held(premium, 385, 750)]
    const after: AnnouncedPlan = { begins: 'after', presentIds: ahead.map(each => each.id), restUntil: null }
    expect(planPaidPurchase(ahead, noAds, { told: after, paidCents: 11_990 }, now)).toMatchObject({
      begins: 'after',
      startsAt: inDays(750),
    })
    expect(planPaidPurchase([], noAds, { told: after, paidCents: 11_990 }, now)).toMatchObject({
      begins: 'at_once',
      endsAt: inDays(365),
    })
  })
})
