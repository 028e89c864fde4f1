import { beforeAll, expect, test } from 'vitest'
import { has } from '../testing/setup/has-program.ts'
import { type Besieged, besiege } from '../testing/siege/besieged.ts'
import { compareBooks, settle } from '../testing/siege/books.ts'
import { faults, suffer } from '../testing/siege/faults.ts'
import { holdRate, measureRate } from '../testing/siege/mixed-load.ts'

let besieged: Besieged
beforeAll(async () => {
  // Through a pooler where the machine has one.
  besieged = await besiege({ renewals: 20, readers: 3, isPooled: has('pgbouncer') })
  return besieged.stop
})

test('R17.07 the siege in short: a load that is held, faults amid it, and books that agree', async () => {
  const rate = await measureRate(besieged, 1)
  expect(rate).toBeGreaterThan(1)
  const over = performance.now() + 1000
  // All seven calls are among the first twenty, which a slow machine sends in more than a second.
  const tally = await holdRate(besieged, Math.min(rate, 20), sent => sent >= 20 && performance.now() > over)
  expect(tally.broken).toEqual([])
  expect(tally.calls.size).toBe(7)
  const some = faults.filter(({ name }) => /gone|loses its answers|shut down|failed over/.test(name))
  expect(some).toHaveLength(5)
  for (const [index, fault] of some.entries()) {
    expect((await suffer(besieged, fault, { seconds: 1, upgrading: index })).broken, fault.name).toEqual([])
  }
  expect(await settle(besieged, 60)).toEqual({ open: 0, due: 0, mails: 0, jobs: 0 })
  expect(await compareBooks(besieged)).toMatchObject({ differences: [] })
  const { charges } = await besieged.gateway.ledger()
  expect(charges.length).toBeGreaterThanOrEqual(20)
  // A difference would be found.
  await besieged.database.pool.query(`update payments set amount_cents = 1 where gateway_key = $1`, [
    charges[0]?.key,
  ])
  expect((await compareBooks(besieged)).differences).toHaveLength(2)
})
