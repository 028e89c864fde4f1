import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heldPeriod, heldProduct as product } from '#server/testing/make/held.ts'
import { quoteChange, type Renewing } from './quote-change.ts'

type Product = Renewing['held']['product']
const standard = product('standard', 5990, ['web', 'device3'], { deviceLimit: 3 })
const premium = product('premium', 8990, ['web', 'eknihy', 'device6'])
const plus = product('plus', 11_990, ['web', 'eknihy', 'no_advert', 'device6'])
const monthly = product('monthly', 990, ['web', 'eknihy', 'device6'], { length: 'P1M' })
const sport = product('sport', 2990, ['sportnet', 'device3'], { deviceLimit: 3 })

const at = (day: string) => Temporal.Instant.from(`${day}T10:00:00Z`)
const [from, to] = [at('2026-09-08'), at('2027-09-08')]
type Held = Renewing['held']
const held = (of: Product, more: Partial<Held> = {}): Held =>
  heldPeriod(of, { startsAt: from, endsAt: to, ...more })
const renewing = (of: Product, more: Partial<Renewing> = {}): Renewing => ({
  held: held(of),
  chargedUntil: undefined,
  chargeAt: to.subtract({ hours: 48 }),
  isUntried: true,
  others: [],
  ...more,
})
const half = at('2027-03-10')
const other = (of: Product, until: Temporal.Instant, next?: Product) => ({
  ...held(of, { endsAt: until }),
  next,
  hasRenewal: next !== undefined,
})

describe('R11.02 a change of plan is quoted to the cent and to the day', () => {
  test.each<[string, Renewing, Product, Temporal.Instant, object | undefined]>([
    [
      'dearer, as long',
      renewing(premium),
      plus,
      half,
      { kind: 'at_once', todayCents: 1496, gained: ['no_advert'], lost: [] },
    ],
    ['two steps up', renewing(standard), plus, half, { kind: 'at_once', todayCents: 2992 }],
    [
      'cheaper',
      renewing(premium),
      standard,
      half,
      { kind: 'at_end', todayCents: 0, startsAt: to, nextCents: 5990, lost: ['eknihy'] },
    ],
    ['another length', renewing(premium), monthly, half, { kind: 'at_end', gained: [], lost: [] }],
    [
      'neither contains the other',
      renewing(premium),
      sport,
      half,
      { kind: 'at_end', gained: ['sportnet'], lost: ['web', 'eknihy'] },
    ],
    [
      'a difference of less than can be charged',
      renewing(premium),
      plus,
      at('2027-09-05'),
      { kind: 'at_end', startsAt: to },
    ],
    ['an attempt was made', renewing(premium, { isUntried: false }), plus, half, { kind: 'at_end' }],
    [
      'the charge is under way',
      renewing(premium, { chargedUntil: at('2028-09-08'), isUntried: false }),
      plus,
      half,
      { kind: 'at_end', startsAt: at('2028-09-08'), nextAt: at('2028-09-06') },
    ],
    [
      'the rest of a period that replaced another',
      renewing(premium, { held: held(premium, { startsAt: half, worthCents: 4483, isRest: true }) }),
      plus,
      half,
      { kind: 'at_once', todayCents: 1496 },
    ],
    [
      'days that were given',
      renewing(premium, { held: held(premium, { endsAt: at('2027-10-08') }) }),
      plus,
      half,
      { kind: 'at_end' },
    ],
    [
      'paid beside it',
      renewing(premium, { others: [other(sport, at('2028-01-01'))] }),
      product('bundle', 13_990, [...plus.access, 'sportnet']),
      half,
      undefined,
    ],
    ['renewed beside it', renewing(premium, { others: [other(sport, half, sport)] }), sport, half, undefined],
    [
      'paid beside it until before',
      renewing(premium, { others: [other(sport, at('2027-05-01'))] }),
      sport,
      half,
      { kind: 'at_end', startsAt: to },
    ],
    [
      'paid for after it',
      renewing(premium, { others: [other(standard, at('2028-02-01'))] }),
      standard,
      half,
      { kind: 'at_end', startsAt: at('2028-02-01') },
    ],
    [
      'paid for after it, with a renewal that the publisher has stopped',
      renewing(premium, { others: [{ ...other(standard, at('2028-02-01')), hasRenewal: true }] }),
      standard,
      half,
      undefined,
    ],
    [
      'paid for after it as another product, which would be renewed',
      renewing(sport, { others: [other(premium, at('2028-02-01'))] }),
      standard,
      half,
      undefined,
    ],
    [
      'paid for after it by what does not renew',
      renewing(sport, { others: [other({ ...premium, renewsInto: null }, at('2028-02-01'))] }),
      standard,
      half,
      { kind: 'at_end', startsAt: at('2028-02-01') },
    ],
  ])('%s', (_, present, target, now, quote) => {
    if (quote) expect(quoteChange(present, target, now)).toMatchObject(quote)
    else expect(quoteChange(present, target, now)).toBeUndefined()
  })

  const anyProduct = fc.record({
    price: fc.integer({ min: 99, max: 50_000 }),
    length: fc.constantFrom('P1Y', 'P4W', 'P1M'),
    access: fc.subarray(['web', 'eknihy', 'no_advert', 'sportnet'], { minLength: 1 }),
    deviceLimit: fc.constantFrom(0, 3, 6),
  })
  type Anything = typeof anyProduct extends fc.Arbitrary<infer A> ? A : never
  const made = (code: string, { price, length, access, deviceLimit }: Anything) =>
    product(code, price, access, { length, deviceLimit })

  test('laws: never less than nothing or more than the new price, at once only where nothing is lost, never beyond what is paid', () => {
    fc.assert(
      fc.property(
        anyProduct,
        anyProduct,
        fc.integer({ min: 0, max: 365 }),
        fc.boolean(),
        (one, another, day, isRest) => {
          const [present, target] = [made('present', one), made('target', another)]
          const start = from.toZonedDateTimeISO('Europe/Bratislava')
          const endsAt = start.add(present.length).toInstant()
          const now = start.add({ days: day }).toInstant()
          const its = held(present, { endsAt, isRest, worthCents: present.priceCents })
          const quote = quoteChange(
            renewing(present, { held: its, chargeAt: endsAt.subtract({ hours: 48 }) }),
            target,
            now,
          )
          if (!quote) throw new Error('Nothing else is there')
          expect(quote.todayCents).toBeGreaterThanOrEqual(0)
          expect(quote.todayCents).toBeLessThanOrEqual(target.priceCents)
          expect(quote.nextCents).toBe(target.priceCents)
          expect(quote.todayCents > 0).toBe(quote.kind === 'at_once')
          if (quote.kind === 'at_end') expect(quote.startsAt).toEqual(endsAt)
          else {
            expect(quote.lost).toEqual([])
            expect(target.length).toBe(present.length)
            expect(Temporal.Instant.compare(now, endsAt)).toBe(-1)
          }
          // What is had for both directions is the same set of flags.
          expect(quote.gained.filter(flag => present.access.includes(flag))).toEqual([])
        },
      ),
    )
  })
})
