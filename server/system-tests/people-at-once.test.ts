import { and, count, eq, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { accesses, sharedSubscriptions } from '../modules/companies/tables.ts'
import { checkDocuments } from '../testing/inspect/books.ts'
import { findLeft } from '../testing/inspect/erased-readers.ts'
import { countDeadlocks, faultOf } from '../testing/inspect/faults-at-once.ts'
import { findPaidTwice } from '../testing/inspect/no-day-twice.ts'
import { checkPeriods } from '../testing/inspect/periods.ts'
import { once, runs } from '../testing/journeys/histories.ts'
import { drainJobs } from '../testing/journeys/money-acts.ts'
import { actOfPeople, type Company, preparePeople } from '../testing/journeys/people-at-once.ts'
import { companyAddress, openCompanySales } from '../testing/make/company-sales.ts'
import { makeCoupon } from '../testing/make/coupon.ts'

const server = openForFile(openCompanySales)
beforeAll(() => server.clock.set('2027-01-31T10:30:00Z'))

async function findFailed(): Promise<string[]> {
  const { rows } = await server.deps.db.execute(sql`select * from failed_items`)
  return rows.map(row => JSON.stringify(row))
}

/** More accesses than seats; of what was given back, those that are given stay. */
async function findSeatsTwice(boss: number): Promise<string[]> {
  const { db } = server.deps
  const rows = await db
    .select({
      id: sharedSubscriptions.subscriptionId,
      seats: sharedSubscriptions.seats,
      used: count(accesses.id),
    })
    .from(sharedSubscriptions)
    .leftJoin(
      accesses,
      and(eq(accesses.subscriptionId, sharedSubscriptions.subscriptionId), isNull(accesses.deactivatedAt)),
    )
    .where(eq(sharedSubscriptions.administratorId, boss))
    .groupBy(sharedSubscriptions.subscriptionId)
  const taken = await db.execute(sql`select 1 from refunds r join payments p on p.id = r.payment_id
    where p.user_id = ${boss} and r.access = 'end'`)
  if (taken.rows.length > 0) return []
  return rows.filter(row => row.used > row.seats).map(row => JSON.stringify(row))
}

const histories = fc.asyncProperty(
  fc.constantFrom('company_1', 'company_5'),
  fc.array(fc.constantFrom<('invite' | 'take' | 'free')[]>([], ['invite'], ['take'], ['take', 'free']), {
    minLength: 3,
    maxLength: 3,
  }),
  fc.array(fc.nat(2), { maxLength: 2 }),
  fc.array(
    fc.record({
      days: fc.constantFrom(31, 31, 0, 1, 300, 330, 366),
      before: fc.array(actOfPeople, { maxLength: 4 }),
      acts: fc.array(actOfPeople, { minLength: 2, maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  async (product, pasts, leaving, bursts) => {
    await server.stopAllRenewals()
    // An erased reader’s sign-in is a miss, of which an address has fifty in a quarter of an hour, by the machine’s clock.
    await server.deps.db.execute(sql`delete from rate_limits`)
    const boss = await server.signIn()
    const people = await Promise.all(
      ['Žofia', 'Yvona', 'Xénia'].map(name => server.signIn({ name: `${name} ${crypto.randomUUID()}` })),
    )
    await server.buy(boss, { product, address: companyAddress })
    const { code } = await makeCoupon(server.deps, {
      expiresAt: server.clock.now().add({ hours: 24 * 3000 }),
    })
    const company: Company = { server, boss, people, code }
    for (const [whose, kinds] of pasts.entries()) {
      for (const kind of kinds) await (await preparePeople(company, { kind, whose }))?.()
    }
    for (const whose of leaving) await people[whose]?.requestAnonymization()
    for (const { days, before, acts } of bursts) {
      server.clock.advance(`P${days}D`)
      await Promise.all([boss, ...people].map(each => each.browser.signIn(each.email)))
      for (const act of before) expect(await faultOf(await preparePeople(company, act))).toEqual([])
      const deadlocks = await countDeadlocks(server)
      const prepared: Awaited<ReturnType<typeof preparePeople>>[] = []
      for (const act of acts) prepared.push(await preparePeople(company, act))
      const faults = await Promise.all(prepared.map(faultOf))
      await drainJobs(server)
      const ids = [boss.id, ...people.map(each => each.id)]
      const found = [
        ...faults.flat(),
        ...(await findFailed()),
        ...(await findSeatsTwice(boss.id)),
        ...(await findLeft(server, people)),
        ...(await checkPeriods(server, ids)),
        ...(await checkDocuments(server, ids)),
        ...(await Promise.all(people.map(each => findPaidTwice(server, each)))).flat(),
      ]
      expect(found, JSON.stringify(acts)).toEqual([])
      expect((await countDeadlocks(server)) - deadlocks, JSON.stringify(acts)).toBe(0)
    }
  },
)

test(
  'R1.16 R8.07 race: whatever a company, its people, its bank and the worker do at the same moment, no seat is had twice, nothing is left of an erased reader, and no two wait for each other',
  once,
  () => fc.assert(histories, runs),
)
