import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Contract, judgeContract, sumOfWithdrawal } from './judge-contract.ts'

const instant = (text: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Bratislava').toInstant()

const contract = (given: Partial<Contract> = {}): Contract => ({
  paidCents: 8990,
  refundedCents: 0,
  shortenedCents: 0,
  concludedAt: instant('2026-11-20T10:00:00'),
  isRefunded: false,
  isWithdrawn: false,
  period: { startsAt: instant('2026-11-20T10:00:00'), endsAt: instant('2027-11-20T10:00:00') },
  beginsOnRequest: true,
  ...given,
})

describe('R11.07 when one may withdraw', () => {
  test.each([
    ['the day of the contract', '2026-11-20T10:00:00', '2026-11-20T10:00:01', 'open'],
    ['the last second of the last day', '2026-11-20T10:00:00', '2026-12-04T23:59:59.999', 'open'],
    ['one later', '2026-11-20T10:00:00', '2026-12-05T00:00:00', 'late'],
    ['a last day on a Saturday', '2026-11-21T10:00:00', '2026-12-07T23:59:59', 'open'],
    ['a last day on Good Friday', '2027-03-12T10:00:00', '2027-03-30T23:59:59', 'open'],
    ['after Easter Monday', '2027-03-12T10:00:00', '2027-03-31T00:00:00', 'late'],
    ['over the end of summer time', '2026-10-19T23:59:59', '2026-11-02T23:59:59', 'open'],
    ['after it', '2026-10-19T23:59:59', '2026-11-03T00:00:00', 'late'],
    ['contracts of one midnight differ by a day', '2026-11-25T00:00:00', '2026-12-09T23:59:59', 'open'],
    ['the second before it', '2026-11-24T23:59:59', '2026-12-09T00:00:00', 'late'],
  ])('%s', (_what, concluded, at, verdict) => {
    expect(judgeContract(contract({ concludedAt: instant(concluded) }), instant(at))).toBe(verdict)
  })

  test('nobody withdraws twice, nor from what was given back', () => {
    const at = instant('2026-11-21T10:00:00')
    expect(judgeContract(contract({ isWithdrawn: true, isRefunded: true }), at)).toBe('withdrawn')
    expect(judgeContract(contract({ isRefunded: true }), at)).toBe('refunded')
  })
})

describe('R11.07 what comes back', () => {
  test.each([
    ['eleven days on request', {}, '2026-12-01T09:00:00', { refundCents: 8719, keptCents: 271, days: 11 }],
    ['on the same day', {}, '2026-11-20T23:00:00', { refundCents: 8990, keptCents: 0, days: 0 }],
    [
      'not asked to begin at once',
      { beginsOnRequest: false },
      '2026-12-01T09:00:00',
      { refundCents: 8990, keptCents: 0, days: 0 },
    ],
    ['a gift', { period: null }, '2026-12-01T09:00:00', { refundCents: 8990, keptCents: 0, days: 0 }],
    [
      'it is yet to begin',
      { period: { startsAt: instant('2027-02-01T10:00:00'), endsAt: instant('2028-02-01T10:00:00') } },
      '2026-12-01T09:00:00',
      { refundCents: 8990, keptCents: 0, days: 0 },
    ],
    [
      'after a refund of a part',
      { refundedCents: 1000 },
      '2026-12-01T09:00:00',
      { refundCents: 7719, keptCents: 271, days: 11 },
    ],
    [
      'half of it was given back with half of its days: eleven days cost what they did',
      {
        refundedCents: 4495,
        shortenedCents: 4495,
        period: { startsAt: instant('2026-11-20T10:00:00'), endsAt: instant('2027-05-22T10:00:00') },
      },
      '2026-12-01T09:00:00',
      { refundCents: 4225, keptCents: 270, days: 11 },
    ],
    [
      'more was given back than is due',
      { refundedCents: 8900 },
      '2026-12-01T09:00:00',
      { refundCents: 0, keptCents: 90, days: 11 },
    ],
    [
      'all of its twelve days were delivered',
      { period: { startsAt: instant('2026-11-20T10:00:00'), endsAt: instant('2026-12-02T10:00:00') } },
      '2026-12-03T09:00:00',
      { refundCents: 0, keptCents: 8990, days: 12 },
    ],
    [
      'the last of them is not over',
      { period: { startsAt: instant('2026-11-20T10:00:00'), endsAt: instant('2026-12-02T10:00:00') } },
      '2026-12-01T23:00:00',
      { refundCents: 749, keptCents: 8241, days: 11 },
    ],
  ])('%s', (_what, given, at, sum) => {
    expect(sumOfWithdrawal(contract(given), instant(at))).toEqual(sum)
  })

  test('all but the price of the days delivered, never more than is left, and less with each day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.nat(49_999),
        fc.boolean(),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 20 }),
        (paidCents, refunded, beginsOnRequest, length, day) => {
          const refundedCents = refunded % paidCents
          const { concludedAt } = contract()
          const after = (days: number) =>
            concludedAt.toZonedDateTimeISO('Europe/Bratislava').add({ days }).toInstant()
          const period = { startsAt: concludedAt, endsAt: after(length) }
          const bought = contract({ paidCents, refundedCents, beginsOnRequest, period })
          const { refundCents, keptCents } = sumOfWithdrawal(bought, after(day))
          expect(refundCents).toBeGreaterThanOrEqual(0)
          expect(refundCents + keptCents).toBe(paidCents - refundedCents)
          if (!beginsOnRequest) expect(keptCents).toBe(0)
          const delivered = beginsOnRequest ? (paidCents * Math.min(day, length)) / length : 0
          expect(paidCents - refundCents).toBeGreaterThanOrEqual(delivered - 0.5)
          const givenBack = refundedCents + refundCents
          if (refundCents > 0) expect(Math.abs(paidCents - givenBack - delivered)).toBeLessThanOrEqual(0.5)
          expect(sumOfWithdrawal(bought, after(day + 1)).refundCents).toBeLessThanOrEqual(refundCents)
        },
      ),
    )
  })
})
