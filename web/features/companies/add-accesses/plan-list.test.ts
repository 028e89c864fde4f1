import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Access } from '#contract/companies/companies.ts'
import { isSamePlan, planList } from './plan-list.ts'

const access = (id: number, email: string, changes: Partial<Access> = {}): Access => ({
  id,
  email,
  reader_email: null,
  erased: false,
  state: 'waiting',
  invited_at: '2026-11-17T23:30:00Z',
  active_from: null,
  deactivated_at: null,
  activation_url: null,
  link_sent_at: null,
  link_expires_at: '2026-12-17T23:30:00Z',
  last_used_on: null,
  ...changes,
})
const present = [
  access(1, 'anna@firma.sk'),
  access(2, 'boris@firma.sk', { state: 'active', reader_email: 'boris@doma.sk' }),
  access(3, 'cyril@firma.sk', { state: 'deactivated' }),
]
const plan = (emails: readonly string[], seats: number, removeOthers: boolean, items = present) =>
  planList(
    emails.map((email, index) => ({ line: index + 1, email })),
    { seats, items },
    removeOthers,
  )

test('R13.12 an address with an internationalised domain is the same however it is written', () => {
  const written = ['Jana@Žltý.sk', 'jana@xn--lt-1ka72c.sk', 'peter@žltý.sk']
  const found = plan(written, 3, true, [access(1, 'jana@xn--lt-1ka72c.sk')])
  expect(found).toMatchObject({
    added: [{ email: 'peter@žltý.sk' }],
    removed: [],
    stays: 1,
    wrong: [{ line: 2, why: 'twice' }],
  })
  const asTyped = plan(['jana@žltý.sk'], 3, true, [access(1, 'jana@žltý.sk')])
  expect(asTyped).toMatchObject({ added: [], removed: [], stays: 1 })
})

test('R13.12 an access that is ending takes no seat of the next year, and is not removed', () => {
  const items = [...present, access(4, 'dana@firma.sk', { state: 'ending' })]
  expect(plan(['anna@firma.sk', 'dana@firma.sk'], 3, true, items)).toMatchObject({
    added: [{ email: 'dana@firma.sk' }],
    removed: [{ email: 'boris@firma.sk' }],
    stays: 1,
    free: 1,
  })
})

test('R13.12 a changed list says who is added, removed, stays and is wrong, with its line', () => {
  const list = ['ANNA@firma.sk', 'cyril@firma.sk', 'nikto', 'cyril@firma.sk', 'dana@firma.sk', 'eva@firma.sk']
  const found = plan(list, 3, true)
  expect(found.added.map(each => each.email)).toEqual(['cyril@firma.sk', 'dana@firma.sk'])
  expect(found.removed.map(each => each.email)).toEqual(['boris@firma.sk'])
  expect(found).toMatchObject({ stays: 1, free: 0 })
  expect(found.wrong).toEqual([
    { line: 3, email: 'nikto', why: 'invalid_email' },
    { line: 4, email: 'cyril@firma.sk', why: 'twice' },
    { line: 6, email: 'eva@firma.sk', why: 'company_seats_used_up' },
  ])
  // By the account that took the access, too; nobody is removed unasked.
  expect(plan(['boris@doma.sk'], 3, true).removed.map(each => each.id)).toEqual([1])
  expect(plan(['eva@firma.sk'], 3, false)).toMatchObject({ removed: [], stays: 2, free: 0 })
})

test('R13.12 whatever the list, seats are kept and each address is counted once', () => {
  const email = fc.integer({ min: 0, max: 12 }).map(n => `clovek-${n}@firma.sk`)
  const people = fc.uniqueArray(email, { maxLength: 8 })
  fc.assert(
    fc.property(
      fc.array(email),
      people,
      fc.integer({ min: 8, max: 12 }),
      fc.boolean(),
      (list, open, seats, others) => {
        const items = open.map((each, index) => access(index + 1, each))
        const found = plan(list, seats, others, items)
        const after = found.stays + found.added.length
        expect(after + found.free).toBe(seats)
        expect(found.stays + found.removed.length).toBe(open.length)
        const named = new Set(list)
        expect(found.removed.every(each => others && !named.has(each.email))).toBe(true)
        const staying = open.filter(each => named.has(each)).length
        expect(found.added.length + found.wrong.length + staying).toBe(list.length)
        expect(isSamePlan(found, plan(list, seats, others, items))).toBe(true)
      },
    ),
  )
})
