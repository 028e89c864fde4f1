import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { checkDocuments } from '../testing/inspect/books.ts'
import { checkCredit } from '../testing/inspect/credit.ts'
import { countDeadlocks, faultOf } from '../testing/inspect/faults-at-once.ts'
import { findPaidTwice } from '../testing/inspect/no-day-twice.ts'
import { checkPeriods } from '../testing/inspect/periods.ts'
import { actAtOnce, prepare, purchase } from '../testing/journeys/acts-at-once.ts'
import { nextCharge, openWorldInTurn } from '../testing/journeys/acts-in-turn.ts'
import { once, runs } from '../testing/journeys/histories.ts'
import { drainJobs, sharedAct } from '../testing/journeys/money-acts.ts'
import { renewalAct } from '../testing/journeys/renewal-acts.ts'
import { openCompanySales } from '../testing/make/company-sales.ts'
import { makePrinted } from '../testing/make/purchase.ts'
import { eventually, type MoneyReader } from '../testing/setup/money-app.ts'

const server = openForFile(openCompanySales)
const { world, act: actInTurn } = openWorldInTurn(server)
beforeAll(async () => {
  await makePrinted(server.deps)
  server.clock.set('2026-01-31T10:30:00Z')
})

const actBefore = fc.oneof(
  { weight: 5, arbitrary: purchase },
  { weight: 4, arbitrary: renewalAct },
  { weight: 2, arbitrary: sharedAct },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 20, 200, 363) }),
  },
)
type ActBefore = typeof actBefore extends fc.Arbitrary<infer A> ? A : never

/** One act after the other, whose effects are waited for. */
async function live(reader: MoneyReader, act: ActBefore): Promise<void> {
  if (act.kind === 'wait') return wait(reader, act.days)
  if (!('product' in act)) return actInTurn(reader, act)
  const order = (await (await prepare(world, reader, act))?.()) as Order | undefined
  if (act.kind === 'card' && order)
    await eventually(async () => (await reader.readOrder(order.id)).state).toBe('paid')
}

/** Moves the clock from charge to charge. */
async function wait(reader: MoneyReader, days: number): Promise<void> {
  const until = server.clock.now().add({ hours: 24 * days })
  for (let charges = 0; charges < 40; charges++) {
    const due = await nextCharge(reader, until)
    if (!due) break
    if (Temporal.Instant.compare(due, server.clock.now()) > 0) server.clock.set(due.toString())
    await server.chargeDue()
  }
  server.clock.set(until.toString())
}

async function findFaults(reader: MoneyReader): Promise<string[]> {
  const ids = [reader.id]
  return [
    ...(await findPaidTwice(server, reader)),
    ...(await checkCredit(server, ids)),
    ...(await checkPeriods(server, ids)),
  ]
}

const histories = fc.asyncProperty(
  fc.array(actBefore, { minLength: 1, maxLength: 5 }),
  fc.array(fc.array(actAtOnce, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  async (acts, bursts) => {
    await server.stopAllRenewals()
    const reader = await server.signIn()
    for (const act of acts) await live(reader, act)
    for (const burst of bursts) {
      const deadlocks = await countDeadlocks(server)
      const prepared = await Promise.all(burst.map(act => prepare(world, reader, act)))
      const faults = await Promise.all(prepared.map(faultOf))
      await drainJobs(server)
      expect([...faults.flat(), ...(await findFaults(reader))], JSON.stringify(burst)).toEqual([])
      expect((await countDeadlocks(server)) - deadlocks, JSON.stringify(burst)).toBe(0)
    }
    await wait(reader, 400)
    expect(await findFaults(reader)).toEqual([])
    expect(await checkDocuments(server, [reader.id])).toEqual([])
  },
)

test(
  'R11.01 race: whatever a reader, staff, the bank and the worker do at the same moment, no day is paid twice, none is read for nothing, and no two wait for each other',
  once,
  () => fc.assert(histories, runs),
)
