import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/** The publisher's feature flags, each as GrowthBook's SDK reads it. */
export const featureFlags = pgTable('feature_flags', {
  key: text().primaryKey(),
  definition: jsonb().$type<unknown>().notNull(),
})

export const partKinds = ['saved_group', 'contextual_bandit'] as const

/** What rules of several flags refer to, each as GrowthBook's SDK reads it. */
export const featureParts = pgTable(
  'feature_parts',
  {
    kind: text({ enum: partKinds }).notNull(),
    key: text().notNull(),
    definition: jsonb().$type<unknown>().notNull(),
  },
  table => [
    primaryKey({ columns: [table.kind, table.key] }),
    check('feature_parts_kind', sql`${table.kind} in ('saved_group', 'contextual_bandit')`),
  ],
)

/**
 * Exposures of an experiment's variations, by experiment group: a number that many readers share. Where another
 * attribute drew the variation the group is 0, so that no reader can be identified.
 */
export const experimentResults = pgTable(
  'experiment_results',
  {
    experimentKey: text().notNull(),
    variationId: integer().notNull(),
    splitTestGroup: integer().notNull(),
    variationKey: text().notNull(),
    views: integer().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  table => [primaryKey({ columns: [table.experimentKey, table.variationId, table.splitTestGroup] })],
)
