import { beforeEach, expect, test } from 'vitest'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { endServiceMode, setServiceMode } from '../../service-mode/index.ts'
import {
  chargeDueRenewals,
  holdRenewals,
  readHold,
  releaseRenewals,
  settleStoppedRenewals,
} from '../index.ts'
import { renewalHolds } from '../tables.ts'

const server = openForFile(createMoneyApp)
beforeEach(async () => {
  await server.stopAllRenewals()
  await server.deps.db.delete(renewalHolds)
})

const limit = 3
const run = () => {
  const settings = { ...server.money.settings, overdueRenewalsLimit: limit }
  return chargeDueRenewals({ ...server.money, settings }, { concurrency: 4 })
}
const subscribeMany = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      server.subscribe({ endsAt: server.clock.now().add({ hours: 24 * 30 }) }),
    ),
  )
const periods = async (readers: Awaited<ReturnType<typeof subscribeMany>>) =>
  Promise.all(readers.map(async reader => (await reader.periods()).length))
const release = () => server.deps.db.transaction(tx => releaseRenewals(tx, server.deps))
const hold = () => server.deps.db.transaction(tx => holdRenewals(tx, server.deps))

test('R11.10 more missed renewals than the limit hold the job, on all workers, until a person releases it', async () => {
  const missed = await subscribeMany(limit + 1)
  // The clock jumps ahead by a year.
  server.clock.advance('P365D')
  await Promise.all(Array.from({ length: 20 }, run))
  expect(await periods(missed)).toEqual(missed.map(() => 1))
  expect(await server.deps.db.select().from(renewalHolds)).toMatchObject([
    { missed: limit + 1, releasedAt: null },
  ])
  // One that is due today waits as well.
  const [today] = await subscribeMany(1)
  server.clock.advance('P28D')
  await run()
  expect(await today?.periods()).toHaveLength(1)

  await release()
  await Promise.all(Array.from({ length: 4 }, run))
  expect(await periods(missed)).toEqual(missed.map(() => 2))
  for (const reader of missed) {
    const [, next] = await reader.periods()
    expect(Temporal.Instant.compare(next?.endsAt ?? reader.endsAt, server.clock.now())).toBe(1)
  }
  expect(await today?.periods()).toHaveLength(2)
  expect(await readHold(server.deps.db, server.deps)).toEqual({
    hold: null,
    due: 0,
    missed: 0,
    isClosed: false,
  })
})

test('R11.10 as many as the limit are charged, and what is due for two days is not missed', async () => {
  const missed = await subscribeMany(limit)
  server.clock.advance('P29D')
  const due = await subscribeMany(limit + 1)
  server.clock.advance('P28D')
  server.clock.advance('PT47H')
  await run()
  expect(await periods([...missed, ...due])).toEqual([...missed, ...due].map(() => 2))
  expect(await server.deps.db.select().from(renewalHolds)).toEqual([])
})

test('R11.10 a person can hold them too, once, and release them once', async () => {
  const [reader] = await subscribeMany(1)
  server.clock.advance('P29D')
  const held = await Promise.allSettled(Array.from({ length: 20 }, hold))
  expect(held.filter(each => each.status === 'fulfilled')).toHaveLength(1)
  await run()
  expect(await reader?.periods()).toHaveLength(1)
  const released = await Promise.allSettled(Array.from({ length: 20 }, release))
  expect(released.filter(each => each.status === 'fulfilled')).toHaveLength(1)
  await run()
  expect(await reader?.periods()).toHaveLength(2)
})

test.each(['read_only', 'maintenance'] as const)(
  'R13.19 none is charged in the mode %s, and all after it',
  async name => {
    const { clock, deps } = server
    const [reader] = await subscribeMany(1)
    server.clock.advance('P29D')
    await deps.db.transaction(tx => setServiceMode(tx, { name, since: clock.now(), until: null }))
    await run()
    expect(await reader?.periods()).toHaveLength(1)
    expect(await readHold(deps.db, deps)).toMatchObject({ hold: null, due: 1, isClosed: true })
    await deps.db.transaction(endServiceMode)
    await run()
    expect(await reader?.periods()).toHaveLength(2)
  },
)

const holds = {
  'a person holds them': { begin: hold, end: release },
  'a mode is set': {
    begin: () =>
      server.deps.db.transaction(tx =>
        setServiceMode(tx, { name: 'read_only', since: server.clock.now(), until: null }),
      ),
    end: () => server.deps.db.transaction(endServiceMode),
  },
}

test.each(Object.entries(holds))(
  'R11.10 while %s, a charge that the gateway has taken unheard is settled, and one that it never got waits',
  async (_what, { begin, end }) => {
    const { clock, gateway } = server
    const dueIn = (hours: number) => server.subscribe({ endsAt: clock.now().add({ hours: 48 + hours }) })
    const readers = [await dueIn(1), await dueIn(2)]
    await gateway.setFaults({ webhooks: 'off', lose_answers: true })
    clock.advance('PT1H')
    await run()
    await gateway.setFaults({ lose_answers: false, down: 'refusing' })
    clock.advance('PT1H')
    await run()
    await gateway.setFaults({ down: 'no' })
    expect(await periods(readers)).toEqual([1, 1])
    const { taken } = await gateway.ledger()
    await begin()
    clock.advance('PT1H')
    for (let time = 0; time < 2; time++) {
      await run()
      await settleStoppedRenewals(server.money)
    }
    expect(await periods(readers)).toEqual([2, 1])
    expect((await gateway.ledger()).taken).toBe(taken)
    await end()
    await run()
    expect(await periods(readers)).toEqual([2, 2])
    const tried = await Promise.all(readers.map(each => each.payments()))
    expect(tried.map(each => each.map(({ state }) => state))).toEqual([
      ['paid', 'paid'],
      ['paid', 'failed', 'paid'],
    ])
  },
)
