import { sql } from 'drizzle-orm'
import type { FaqUse } from '#contract/faq/faq.ts'
import type { Locale } from '#contract/wire.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { faqAnswers, faqUses } from './tables.ts'

/** What may be somebody's address or number, in groups too, is not kept. */
const personal = /@|\d(?:[^\p{L}\d]*\d){3}/u

/**
 * Counts what the questions were used for (R13.07, R13.15), without the reader. Of answers only those that are there.
 *
 * @param ip for the limit, not stored
 * @throws AppError `too_many_requests`
 */
export async function countFaqUse(
  { db, clock, limiter }: Pick<Deps, 'db' | 'clock' | 'limiter'>,
  { lang, uses, ip }: { lang: Locale; uses: readonly FaqUse[]; ip: string },
): Promise<void> {
  await limiter.take(limits.faqUses, ip)
  const counted = uses
    .filter(({ kind, about }) => kind !== 'nothing_found' || !personal.test(about))
    .map(({ kind, about }) => ({ kind, about: about.toLowerCase().replaceAll(/\s+/g, ' ') }))
  if (counted.length === 0) return
  // Sorted, so that two at once never wait for each other's rows; grouped, since no statement changes a row twice.
  await db.execute(sql`
    insert into ${faqUses} (day, locale, kind, about, times)
    select ${dayOf(clock.now()).toString()}::date, ${lang}, kind, about, count(*)
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as used (kind text, about text)
    where kind = 'nothing_found' or exists (select from ${faqAnswers} where slug = about)
    group by kind, about order by kind, about
    on conflict (day, locale, kind, about) do update set times = ${faqUses}.times + excluded.times`)
}
