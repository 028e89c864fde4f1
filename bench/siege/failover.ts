import { join } from 'node:path'
import { surviveFailover } from '#server/testing/siege/failover.ts'
import type { Figure } from '../table.ts'

/** Loses the primary amid 1,000 renewals. No figure where PostgreSQL or PgBouncer is not installed. */
export async function measureFailover(): Promise<Figure[]> {
  process.env['TEST_PROGRAMS'] = join(import.meta.dirname, '../../dist/server')
  const survived = await surviveFailover()
  if (!survived) {
    console.log('Left out: this machine has no PostgreSQL with pg_basebackup, or no PgBouncer.')
    return []
  }
  const { killed, pointedS, longestS, wrong } = survived
  return [
    { what: 'failover: processes killed meanwhile', value: killed, unit: '' },
    { what: 'failover: until the standby was promoted and led to', value: pointedS, unit: 's' },
    { what: 'failover: longest time without an answer for a reader', value: longestS, unit: 's', budget: 30 },
    ...Object.entries(wrong).map(([what, value]) => ({
      what: `failover: ${what}`,
      value,
      unit: '',
      budget: 0,
    })),
  ]
}
