import type { Deps } from '#server/platform/deps.ts'
import { FeatureDefinition } from './feature-definition.ts'
import { featureFlags } from './tables.ts'

export type Features = Record<string, FeatureDefinition>

/**
 * All flags with their rules. They are read anew each time: a browser that was told of a change may ask another process
 * than the one that told it, and must not get what that one still remembers.
 */
export async function readFeatures({ db }: Pick<Deps, 'db'>): Promise<Features> {
  const rows = await db.select().from(featureFlags).orderBy(featureFlags.key)
  return Object.fromEntries(rows.map(({ key, definition }) => [key, FeatureDefinition.parse(definition)]))
}
