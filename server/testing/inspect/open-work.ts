import * as z from 'zod'
import type { Database } from '#server/platform/database/database.ts'

const OpenWork = z.object({
  due: z.int(),
  open: z.int(),
  renewed: z.int(),
  failed: z.int(),
  periods: z.int(),
  mailsWaiting: z.int(),
  jobsWaiting: z.int(),
  jobsFailed: z.int(),
})

/** What renewals have come to, and what is still to be done: charges, payments with unknown ends, mails, jobs. */
export async function readWork({ pool }: Pick<Database, 'pool'>): Promise<z.infer<typeof OpenWork>> {
  const { rows } = await pool.query(`
    select (select count(*)::int from recurring_profiles where state = 'active' and charge_at <= now()) as due,
      (select count(*)::int from payments where state in ('created', 'submitted', 'unknown')) as open,
      (select count(*)::int from payments where state = 'paid' and purpose = 'renewal') as renewed,
      (select count(*)::int from payments where state = 'failed' and purpose = 'renewal') as failed,
      (select count(*)::int from subscriptions where renewal_of is not null) as periods,
      (select count(*)::int from outbox_messages where delivered_at is null) as "mailsWaiting",
      (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active')) as "jobsWaiting",
      (select count(*)::int from pgboss.job where state = 'failed') as "jobsFailed"`)
  return OpenWork.parse(rows[0])
}

/** Work that is all done: so many renewals charged, each with its period, and nothing waits or has failed. */
export const allDone = (renewals: number): z.infer<typeof OpenWork> => ({
  due: 0,
  open: 0,
  renewed: renewals,
  failed: 0,
  periods: renewals,
  mailsWaiting: 0,
  jobsWaiting: 0,
  jobsFailed: 0,
})
