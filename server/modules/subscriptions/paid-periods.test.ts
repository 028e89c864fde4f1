import { describe, expect, test } from 'vitest'
import { lastPaid, type Paid } from './paid-periods.ts'

const premium = ['web', 'mobile', 'device6']
const noAds = [...premium, 'no_advert']
const day = (count: number) => Temporal.Instant.from('2026-11-22T10:00:00Z').add({ hours: 24 * count })
const period = (id: number, from: number, to: number, more: Partial<Paid> = {}): Paid => ({
  id,
  startsAt: day(from),
  endsAt: day(to),
  access: premium,
  seats: 1,
  isSeat: false,
  ...more,
})
const running = period(1, -10, 20)

describe('R11.01 the last period of an unbroken paid chain', () => {
  test.each<[string, Paid[], number]>([
    ['nothing else is there', [], 1],
    ['one follows without a gap', [period(2, 20, 385)], 2],
    ['two follow one another, in whatever order they are told', [period(3, 385, 750), period(2, 20, 385)], 3],
    ['what follows gives more', [period(2, 20, 385, { access: noAds })], 2],
    ['what follows gives less', [period(2, 20, 385, { access: ['web'] })], 1],
    ['there is a gap before what follows', [period(2, 21, 385)], 1],
    ['another one runs beside it and longer', [period(2, -5, 40, { access: noAds })], 2],
    ['another one runs beside it and ends with it', [period(2, -5, 20, { access: noAds })], 1],
    ['what follows is a place that may be taken back', [period(2, 20, 385, { isSeat: true })], 1],
    ['what follows is for a family', [period(2, 20, 385, { seats: 4 })], 2],
  ])('%s', (_, others, id) => {
    expect(lastPaid(running, [running, ...others]).id).toBe(id)
  })

  test('a family’s renewal is not postponed by one person’s subscription', () => {
    const family = period(1, -10, 20, { seats: 4 })
    expect(lastPaid(family, [family, period(2, 20, 385)]).id).toBe(1)
  })

  test('a smaller device limit does not break the chain', () => {
    const next = period(2, 20, 385, { access: ['web', 'mobile', 'device3'] })
    expect(lastPaid(running, [running, next]).id).toBe(2)
  })
})
