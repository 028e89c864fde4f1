import { sql } from 'drizzle-orm'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { TestApp } from '../setup/test-app.ts'
import type { Examples } from './example.ts'

/** Inserts a failed job whose mail no longer exists, so that a retry does nothing. */
export async function makeFailedJob({ deps }: Pick<TestApp, 'deps'>): Promise<string> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    insert into pgboss.job (name, data, state, retry_limit, retry_count, output)
    values ('deliver-mail', '{"id": 0}', 'failed', 12, 12, '{"kind": "Error", "code": "ECONNREFUSED"}')
    returning id`)
  return onlyRow(rows).id
}

export const jobExamples: Examples = {
  'jobs queues': async () => ({}),
  'jobs failed': async () => ({ queue: 'deliver-mail' }),
  'jobs retry': async server => ({ queue: 'deliver-mail', ids: [await makeFailedJob(server)] }),
}
