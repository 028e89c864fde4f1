import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { besiege } from '#server/testing/siege/besieged.ts'
import { buildIfNeeded } from '../../scripts/build.ts'
import { runLongTests } from './long-tests.ts'
import { compareAtEnd, drip, hold, isInstalled, sufferAll } from './parts.ts'
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
  rows.push(...(await runLongTests(share(0.2))))
  console.log('Besieging …')
  const isPooled = isInstalled('pgbouncer')
  rows.push({
    part: 'PgBouncer',
    what: 'in transaction mode, before the database',
    result: isPooled ? 'in all parts that follow' : 'left out: not installed',
  })
  const besieged = await besiege({ renewals: 2000, readers: 40, isPooled })
  try {
    rows.push(...(await hold(besieged, { measuringS: share(0.03), holdingS: share(0.5) })))
    rows.push(...(await sufferAll(besieged, share(0.012))))
    rows.push(...(await drip(besieged, share(0.03))))
    rows.push(...(await compareAtEnd(besieged)))
  } finally {
    await besieged.stop()
  }
  process.exitCode = printReport(rows) ? 0 : 1
}

await run()
