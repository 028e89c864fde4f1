import { count, max, min, sum } from 'drizzle-orm'
import type { Deps } from '#server/platform/deps.ts'
import { experimentResults } from './tables.ts'

/**
 * Exposures of experiments so far, by variation.
 *
 * @returns for each variation: groups of readers that saw it, how often, and when first and last
 */
export async function listExperimentResults({ db }: Pick<Deps, 'db'>) {
  const { experimentKey, variationId, variationKey, views, firstAt, lastAt } = experimentResults
  const rows = await db
    .select({
      experimentKey,
      variationId,
      variationKey: max(variationKey),
      groups: count(),
      views: sum(views),
      firstAt: min(firstAt),
      lastAt: max(lastAt),
    })
    .from(experimentResults)
    .groupBy(experimentKey, variationId)
    .orderBy(experimentKey, variationId)
  return rows.map(row => ({ ...row, views: Number(row.views) }))
}
