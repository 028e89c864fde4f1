import { sql } from 'drizzle-orm'
import type { ExperimentResult } from '#contract/feature-flags/feature-flags.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { variationsOf } from './feature-definition.ts'
import { readFeatures } from './read-features.ts'
import { experimentResults } from './tables.ts'

/**
 * Counts an exposure of a variation. Only the reader's experiment group is stored (R9.08), which many readers share.
 *
 * @throws AppError `not_found` when no flag has such an experiment, `too_many_requests`
 */
export async function recordExperimentResult(
  deps: Pick<Deps, 'db' | 'clock' | 'limiter'>,
  result: ExperimentResult,
  ip: string,
): Promise<void> {
  await deps.limiter.take(limits.experimentResults, ip)
  if (!(await isKnown(deps, result))) throw new AppError('not_found')
  const now = deps.clock.now()
  await deps.db
    .insert(experimentResults)
    .values({
      experimentKey: result.experiment_key,
      variationId: result.variation_id,
      variationKey: result.variation_key,
      splitTestGroup: groupOf(result),
      views: 1,
      firstAt: now,
      lastAt: now,
    })
    .onConflictDoUpdate({
      target: [
        experimentResults.experimentKey,
        experimentResults.variationId,
        experimentResults.splitTestGroup,
      ],
      set: { views: sql`${experimentResults.views} + 1`, lastAt: now, variationKey: result.variation_key },
    })
}

async function isKnown(deps: Pick<Deps, 'db'>, result: ExperimentResult): Promise<boolean> {
  const features = await readFeatures(deps)
  return Object.entries(features).some(([feature, { rules }]) =>
    rules.some(
      rule =>
        (rule.key ?? feature) === result.experiment_key &&
        result.variation_id < (variationsOf(rule)?.length ?? 0),
    ),
  )
}

function groupOf({ hash_attribute: attribute, hash_value: value }: ExperimentResult): number {
  const group = attribute === 'ppSplitTest' && /^\d{1,5}$/.test(value) ? Number(value) : 0
  return group <= 10_000 ? group : 0
}
