import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { has } from '#server/testing/setup/has-program.ts'
import { besiege } from '#server/testing/siege/besieged.ts'
import { faults } from '#server/testing/siege/faults.ts'
import { buildIfNeeded } from '../../scripts/build.ts'
import { longTests, runLongTest } from './long-tests.ts'
import { compareAtEnd, drip, hold, sufferOne } from './parts.ts'
import { printReport, type Row } from './report.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '40' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes takes how long it may last: npm run siege -- --minutes 4')

/** Seconds of each part, of all that it may last. */
const share = (part: number) => Math.max(2, minutes * 60 * part)

/**
 * What is too long for `npm test` (R17.07): processes killed in a loop, everything around them broken, hostile input in every
 * field, a load that the machine can just bear, and the books compared at the end. Exits with 1 where a law broke.
 */
async function run(): Promise<void> {
  await buildIfNeeded()
  process.env['TEST_PROGRAMS'] = join(import.meta.dirname, '../../dist/server')
  const rows: Row[] = []
  /** Told at once, since the table comes at the end. */
  const add = (more: readonly Row[]) => {
    rows.push(...more)
    for (const { what, result } of more) console.log(`  ${what}: ${result}`)
  }
  const isPooled = has('pgbouncer')
  add([
    {
      part: 'PgBouncer',
      what: 'in transaction mode, before the database',
      result: isPooled ? 'in all parts but the tests' : 'left out: not installed',
    },
  ])
  const besieged = await besiege({ renewals: 2000, readers: 40, isPooled })
  try {
    add(await hold(besieged, { measuringS: share(0.03), holdingS: share(0.5) }))
    for (const [index, fault] of faults.entries()) {
      add([await sufferOne(besieged, fault, { seconds: share(0.012), upgrading: index })])
    }
    add(await drip(besieged, share(0.03)))
    add(await compareAtEnd(besieged))
  } finally {
    await besieged.stop()
  }
  for (const part of longTests) add([await runLongTest(part, share(0.2))])
  process.exitCode = printReport(rows) ? 0 : 1
}

await run()
