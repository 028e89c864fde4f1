import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AwaitedPayment, judgeTransfers } from '#server/modules/orders/index.ts'
import { obstacleOf, toOutcome, toTransfer } from './judge-entries.ts'

const symbols = ['1', '2', '3', '4']

const entry = fc.record({
  amountCents: fc.constantFrom(0, 100, 200, 8990),
  bookedOn: fc.constant('2026-11-20'),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'CZK'),
  isDebit: fc.boolean(),
  isReversal: fc.constantFrom(false, false, true),
  variableSymbol: fc.option(fc.constantFrom(...symbols, '9')),
})
const payment: fc.Arbitrary<AwaitedPayment> = fc.record({
  id: fc.integer({ min: 1, max: 1_000_000 }),
  userId: fc.constant(1),
  variableSymbol: fc.constantFrom(...symbols, '01', '0002'),
  state: fc.constantFrom('created', 'created', 'paid', 'failed', 'refunded'),
  amountCents: fc.constantFrom(100, 200, 8990),
  paidOn: fc.constantFrom('2026-11-19', '2025-11-20'),
  isErased: fc.constantFrom(false, false, true),
})

type Entry = Parameters<typeof obstacleOf>[0]

function judge(entries: readonly Entry[], payments: readonly AwaitedPayment[]) {
  const payable = entries.filter(each => obstacleOf(each) === undefined)
  const judged = judgeTransfers(payable.map(toTransfer), payments)
  const covered = new Set(judged.flatMap(({ result, paymentId }) => (result === 'paid' ? [paymentId] : [])))
  const outcomes = new Map(judged.map((judgement, index) => [payable[index], toOutcome(judgement, covered)]))
  return entries.map(each => {
    const reason = obstacleOf(each)
    const outcome =
      reason === undefined ? outcomes.get(each) : { state: 'unmatched' as const, reason, paymentId: null }
    if (!outcome) throw new Error('An entry was not judged')
    return { entry: each, outcome }
  })
}

const sum = (entries: readonly { amountCents: number }[]) =>
  entries.reduce((total, { amountCents }) => total + amountCents, 0)

test('R1.24 what was confirmed and what did not match add up to the credits of a statement, and nothing is paid twice', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 40 }),
      fc.uniqueArray(payment, { maxLength: 12, selector: ({ id }) => id }),
      (entries, payments) => {
        const judged = judge(entries, payments)
        const of = (state: string) =>
          judged.filter(({ outcome, entry: { isDebit } }) => outcome.state === state && !isDebit)
        expect(sum([...of('confirmed'), ...of('unmatched')].map(each => each.entry))).toBe(
          sum(entries.filter(({ isDebit }) => !isDebit)),
        )
        const byId = new Map(payments.map(each => [each.id, each]))
        const paid = judged.filter(({ outcome }) => outcome.state === 'confirmed')
        expect(new Set(paid.map(({ outcome }) => outcome.paymentId)).size).toBe(paid.length)
        for (const { entry: money, outcome } of paid) {
          const pays = byId.get(outcome.paymentId ?? 0)
          expect(money).toMatchObject({ currency: 'EUR', isDebit: false, isReversal: false })
          expect(money.amountCents).toBe(pays?.amountCents)
          expect(['created', 'paid']).toContain(pays?.state)
          if (pays?.isErased) expect(pays.state).toBe('paid')
        }
        // The payment that awaits exactly this sum is paid.
        for (const waiting of payments.filter(each => each.state === 'created' && !each.isErased)) {
          const came = entries.some(
            each =>
              obstacleOf(each) === undefined &&
              each.variableSymbol === waiting.variableSymbol?.replace(/^0+/, '') &&
              each.amountCents === waiting.amountCents,
          )
          const rivals = payments.filter(
            each =>
              each.variableSymbol?.replace(/^0+/, '') === waiting.variableSymbol?.replace(/^0+/, '') &&
              each.amountCents === waiting.amountCents,
          )
          if (came && rivals.length === 1)
            expect(paid.map(({ outcome }) => outcome.paymentId)).toContain(waiting.id)
        }
      },
    ),
    { numRuns: 1000 },
  )
})

const credit = {
  amountCents: 100,
  bookedOn: '2026-11-20',
  currency: 'EUR',
  isDebit: false,
  isReversal: false,
  variableSymbol: '1',
}
const waiting: AwaitedPayment = {
  id: 7,
  userId: 1,
  variableSymbol: '1',
  state: 'created',
  amountCents: 100,
  paidOn: null,
  isErased: false,
}

test.each([
  ['the whole sum', credit, waiting, { state: 'confirmed', paymentId: 7 }],
  ['too little', { ...credit, amountCents: 99 }, waiting, { reason: 'underpaid', paymentId: 7 }],
  ['too much', { ...credit, amountCents: 101 }, waiting, { reason: 'overpaid', paymentId: 7 }],
  ['a symbol that nobody has', { ...credit, variableSymbol: '2' }, waiting, { reason: 'unknown_symbol' }],
  ['no symbol', { ...credit, variableSymbol: null }, waiting, { reason: 'no_symbol' }],
  ['another currency', { ...credit, currency: 'CZK' }, waiting, { reason: 'wrong_currency' }],
  ['money that went', { ...credit, isDebit: true }, waiting, { reason: 'debit' }],
  [
    'money that was taken back',
    { ...credit, isDebit: true, isReversal: true },
    waiting,
    { reason: 'reversal' },
  ],
  [
    'what failed',
    credit,
    { ...waiting, state: 'failed' as const },
    { reason: 'payment_closed', paymentId: 7 },
  ],
  [
    'what was given back',
    credit,
    { ...waiting, state: 'refunded' as const },
    { reason: 'already_paid', paymentId: 7 },
  ],
  [
    'what is paid, with another sum',
    { ...credit, amountCents: 1 },
    { ...waiting, state: 'paid' as const },
    { reason: 'already_paid' },
  ],
  [
    'what support has confirmed ahead',
    credit,
    { ...waiting, state: 'paid' as const, paidOn: '2026-11-03' },
    { state: 'confirmed', paymentId: 7 },
  ],
  [
    'the symbol and the sum of last year',
    credit,
    { ...waiting, state: 'paid' as const, paidOn: '2025-11-20' },
    { state: 'unmatched', reason: 'already_paid', paymentId: 7 },
  ],
])('R1.24 an entry with %s', (_name, entryOf, paymentOf, outcome) => {
  expect(judge([entryOf], [paymentOf])[0]?.outcome).toMatchObject(outcome)
})

test('R1.24 of two transfers of the same sum one pays, and the other one is left to a person', () => {
  expect(judge([{ ...credit }, { ...credit }], [waiting]).map(({ outcome }) => outcome)).toEqual([
    { state: 'confirmed', paymentId: 7 },
    { state: 'unmatched', reason: 'already_paid', paymentId: 7 },
  ])
})
