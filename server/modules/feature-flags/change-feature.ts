import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import type { FeatureDefinition } from './feature-definition.ts'
import { notifyChange } from './notify-change.ts'
import { featureFlags } from './tables.ts'

/**
 * Upserts a flag. As soon as the transaction is committed, every server process tells the browsers that listen to it
 * (event stream). Idempotent: the same definition again changes nothing.
 *
 * @returns whether it was added, changed or the same
 */
export async function changeFeature(
  tx: Tx,
  { key, definition }: { key: string; definition: FeatureDefinition },
): Promise<'added' | 'changed' | 'unchanged'> {
  const [written] = await tx
    .insert(featureFlags)
    .values({ key, definition })
    .onConflictDoUpdate({
      target: featureFlags.key,
      set: { definition },
      setWhere: sql`${featureFlags.definition} is distinct from excluded.definition`,
    })
    // xmax is 0 only in a row that this statement inserted.
    .returning({ added: sql<boolean>`xmax = 0` })
  if (written === undefined) return 'unchanged'
  await notifyChange(tx)
  return written.added ? 'added' : 'changed'
}
