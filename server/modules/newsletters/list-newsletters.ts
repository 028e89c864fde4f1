import type { Newsletter } from '#contract/newsletters/newsletters.ts'
import type { Locale } from '#contract/wire.ts'
import type { Deps } from '#server/platform/deps.ts'
import { localized } from '#server/platform/texts/localized.ts'
import { findCatalogue } from './store.ts'

/** The catalogue in one language, in the publisher's order. */
export async function listNewsletters(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  locale: Locale,
): Promise<Newsletter[]> {
  const rows = await findCatalogue(db)
  return rows.map(row => ({
    code: row.code,
    category: row.category,
    title: localized(row, 'title', locale),
    description: localized(row, 'description', locale),
    frequency: localized(row, 'frequency', locale),
    sample_url: row.samplePath === null ? null : new URL(row.samplePath, settings.origins.content).href,
    locked: row.locked,
  }))
}
