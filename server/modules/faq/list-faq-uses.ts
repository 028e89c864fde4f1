import { desc, gte, ne, or, sql, sum } from 'drizzle-orm'
import { dayOf } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { faqUses } from './tables.ts'

/** What fewer searches than these asked for may be somebody's name, and is not told. */
const fewestSearches = 3

/**
 * What was searched for in vain, and which answers helped or did not, the most frequent first.
 *
 * @param days how many, today included
 * @param limit most rows
 */
export function listFaqUses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { days, limit }: { days: number; limit: number },
) {
  const { locale, kind, about, times, day } = faqUses
  const since = dayOf(clock.now()).subtract({ days: days - 1 })
  return db
    .select({ locale, kind, about, times: sum(times).mapWith(Number) })
    .from(faqUses)
    .where(gte(day, since.toString()))
    .groupBy(locale, kind, about)
    .having(or(ne(kind, 'nothing_found'), gte(sum(times), sql`${fewestSearches}`)))
    .orderBy(desc(sum(times)), about, kind)
    .limit(limit)
}
