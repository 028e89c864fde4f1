import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { subscriptions } from './tables.ts'

/**
 * The last period of the chain of renewals that goes on from each of these: one that was given back stays in its chain, and
 * a period is renewed by one other, so what renews it again comes behind.
 *
 * @param tx transaction that has locked their readers or renewals
 * @param ids of periods
 * @returns the last one by the id of each, itself where nothing renews it
 */
export async function findLastOfChains(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ first: number; last: number }>(sql`
    with recursive chain (first, last) as (
      select id, id from ${subscriptions} where ${inArray(subscriptions.id, [...ids])}
      union all
      select chain.first, next.id from chain join ${subscriptions} next on next.renewal_of = chain.last
    )
    select first, last from chain
    where not exists (select 1 from ${subscriptions} next where next.renewal_of = chain.last)`)
  return new Map(rows.map(({ first, last }) => [first, last]))
}
