import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { FeatureDefinition } from './feature-definition.ts'
import { notifyChange } from './notify-change.ts'
import { featureFlags } from './tables.ts'

/**
 * Removes a flag. Pages that depend on it then show their default, on all servers at once.
 *
 * @returns its last definition
 * @throws AppError `not_found`
 */
export async function removeFeature(tx: Tx, key: string): Promise<FeatureDefinition> {
  const [removed] = await tx.delete(featureFlags).where(eq(featureFlags.key, key)).returning()
  if (!removed) throw new AppError({ key: 'not_found', message: `There is no flag ${key}.` })
  await notifyChange(tx)
  return FeatureDefinition.parse(removed.definition)
}
