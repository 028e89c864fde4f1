import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { Weights } from './feature-definition.ts'
import { notifyChange } from './notify-change.ts'
import { featureParts, partKinds } from './tables.ts'

const Condition = z.record(z.string(), z.unknown())
const values = z.array(z.union([z.string(), z.number()]))

/** Groups of readers that rules name by key: lists by `$inGroup`, any kind by `$savedGroup`. */
const SavedGroup = z.union([
  values,
  z.strictObject({ type: z.literal('list'), attributeKey: z.string().min(1).max(200), values }),
  z.strictObject({ type: z.literal('condition'), condition: Condition }),
])

/** Weights of an experiment's variations for readers who match a condition; the first match applies, else the rule's. */
const ContextualBandit = z.strictObject({
  banditVersion: z.int().optional(),
  contexts: z
    .array(z.strictObject({ leafId: z.int(), condition: Condition.default({}), weights: Weights }))
    .default([]),
})

/** Shared part: what rules of several flags refer to, as GrowthBook's SDK reads it. */
export const SharedPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved_group'), definition: SavedGroup }),
  z.object({ kind: z.literal('contextual_bandit'), definition: ContextualBandit }),
])
export type SharedPart = z.infer<typeof SharedPart>
export const SharedPartKind = z.enum(partKinds)
type Identified = { kind: SharedPart['kind']; key: string }

/** All parts, sorted by key. */
export async function listSharedParts({ db }: { db: Db | Tx }): Promise<(SharedPart & { key: string })[]> {
  const rows = await db.select().from(featureParts).orderBy(featureParts.kind, featureParts.key)
  return rows.map(({ key, ...part }) => ({ ...SharedPart.parse(part), key }))
}

/**
 * Upserts a part; browsers are told as of a change of a flag.
 *
 * @returns whether it was added, changed or the same
 */
export async function changeSharedPart(
  tx: Tx,
  part: SharedPart & { key: string },
): Promise<'added' | 'changed' | 'unchanged'> {
  const { kind, key, definition } = part
  const [written] = await tx
    .insert(featureParts)
    .values({ kind, key, definition })
    .onConflictDoUpdate({
      target: [featureParts.kind, featureParts.key],
      set: { definition },
      setWhere: sql`${featureParts.definition} is distinct from excluded.definition`,
    })
    // xmax is 0 only in a row that this statement inserted.
    .returning({ added: sql<boolean>`xmax = 0` })
  if (written === undefined) return 'unchanged'
  await notifyChange(tx)
  return written.added ? 'added' : 'changed'
}

/**
 * Removes a part. A rule with a removed group matches no reader; one with a removed bandit uses its own weights.
 *
 * @returns its last definition
 * @throws AppError `not_found`
 */
export async function removeSharedPart(tx: Tx, { kind, key }: Identified): Promise<SharedPart> {
  const [removed] = await tx
    .delete(featureParts)
    .where(and(eq(featureParts.kind, kind), eq(featureParts.key, key)))
    .returning()
  if (!removed) throw new AppError({ key: 'not_found', message: `There is no ${kind} ${key}.` })
  await notifyChange(tx)
  return SharedPart.parse(removed)
}
