import type { Deps } from '#server/platform/deps.ts'
import { FeatureDefinition } from './feature-definition.ts'
import { listSharedParts } from './shared-parts.ts'
import { featureFlags } from './tables.ts'

export type Features = Record<string, FeatureDefinition>

/** Shared parts of rules, by kind and key, as GrowthBook's SDK takes them; empty kinds are left out. */
export type SharedParts = {
  savedGroups?: Record<string, unknown>
  contextualBandits?: Record<string, unknown>
}

/**
 * All flags with their rules. Never cached: a browser that is notified of a change may ask another process than the one
 * that told it, and must not get stale flags.
 */
export async function readFeatures({ db }: Pick<Deps, 'db'>): Promise<Features> {
  const rows = await db.select().from(featureFlags).orderBy(featureFlags.key)
  return Object.fromEntries(rows.map(({ key, definition }) => [key, FeatureDefinition.parse(definition)]))
}

/** Their shared parts, not cached for the same reason. */
export async function readSharedParts({ db }: Pick<Deps, 'db'>): Promise<SharedParts> {
  const parts = Map.groupBy(await listSharedParts({ db }), each => each.kind)
  const byKey = (kind: 'saved_group' | 'contextual_bandit') =>
    Object.fromEntries((parts.get(kind) ?? []).map(({ key, definition }) => [key, definition]))
  return {
    ...(parts.has('saved_group') && { savedGroups: byKey('saved_group') }),
    ...(parts.has('contextual_bandit') && { contextualBandits: byKey('contextual_bandit') }),
  }
}
