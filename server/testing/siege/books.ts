import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { makeDue } from '../make/due-renewals.ts'
import type { Besieged } from './besieged.ts'

const Open = z.object({ open: z.int(), due: z.int(), mails: z.int(), jobs: z.int() })
const Paid = z.object({
  key: z.nullable(z.string()),
  amount: z.int(),
  state: z.string(),
  documents: z.int(),
  invoiced: z.int(),
})
const Numbers = z.object({ kind: z.string(), missing: z.int() })

/** Waits until nothing is open: charges, renewals that are due, mails, jobs. @returns what is, after so many seconds */
export async function settle(
  { database, readers, gateway }: Pick<Besieged, 'database' | 'readers' | 'gateway'>,
  seconds: number,
): Promise<z.infer<typeof Open>> {
  await makeDue(database, 10 * readers.length)
  await database.pool.query(`update pgboss.job set start_after = now() where state = 'created'`)
  await gateway.setFaults({ webhooks: 'prompt' })
  const giveUpAt = performance.now() + seconds * 1000
  for (;;) {
    // What a mail server or a gateway refused is retried with backoff, also what was still on its way to one.
    await database.pool.query(
      `update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`,
    )
    const { rows } = await database.pool.query(`select
      (select count(*)::int from payments where state in ('created', 'submitted', 'unknown')) as open,
      (select count(*)::int from recurring_profiles where state = 'active' and charge_at <= now()) as due,
      (select count(*)::int from outbox_messages where delivered_at is null and refused_at is null) as mails,
      (select count(*)::int from pgboss.job where state = 'failed') as jobs`)
    const left = Open.parse(rows[0])
    if (Object.values(left).every(count => count === 0) || performance.now() > giveUpAt) return left
    await pause(500)
  }
}

/**
 * Compares the gateway's ledger with payments and documents, charge by charge.
 *
 * @returns their numbers, and every difference in words
 */
export async function compareBooks({ database, gateway }: Pick<Besieged, 'database' | 'gateway'>) {
  const { charges, refunds } = await gateway.ledger()
  const { rows } = await database.pool.query(
    `select gateway_key as key, amount_cents as amount, state,
       (select count(*)::int from documents where payment_id = payments.id and kind <> 'credit_note') as documents,
       (select coalesce(sum(amount_cents), 0)::int from documents
         where payment_id = payments.id and kind <> 'credit_note') as invoiced
     from payments where gateway_key is not null`,
  )
  const payments = z.array(Paid).parse(rows)
  const differences: string[] = []
  const ledger = new Map(charges.map(charge => [charge.key, charge.amount]))
  if (ledger.size !== charges.length)
    differences.push(`${charges.length - ledger.size} keys were charged twice`)
  const refunded = new Set(refunds.map(({ key }) => key.split('/', 1)[0]))
  const paid = payments.filter(({ state }) => state === 'paid' || state === 'refunded')
  for (const { key, amount, documents, invoiced } of paid) {
    const taken = ledger.get(key ?? '')
    if (taken !== amount) differences.push(`${key}: paid ${amount}, the gateway took ${taken ?? 'nothing'}`)
    if (documents !== 1 || invoiced !== amount) {
      differences.push(`${key}: ${documents} documents over ${invoiced}, paid ${amount}`)
    }
  }
  const known = new Set(paid.map(({ key }) => key))
  for (const { key, amount } of charges) {
    if (!known.has(key) && !refunded.has(key)) differences.push(`${key}: ${amount} taken, no paid payment`)
  }
  const numbered = await database.pool.query(
    `select kind, (max(serial) - count(*))::int as missing from documents group by kind, year`,
  )
  for (const { kind, missing } of z.array(Numbers).parse(numbered.rows)) {
    if (missing !== 0) differences.push(`${missing} numbers of ${kind} are missing`)
  }
  const twice = await database.pool.query<{ count: number }>(
    `select count(*)::int from (select renewal_of from subscriptions where renewal_of is not null
       group by renewal_of having count(*) > 1) as twice`,
  )
  if (twice.rows[0]?.count !== 0) differences.push(`${twice.rows[0]?.count} periods were renewed twice`)
  return { charges: charges.length, paid: paid.length, differences }
}
