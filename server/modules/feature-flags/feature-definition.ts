import * as z from 'zod'

/** A JSON value; named in the schema, since it is recursive. */
export const JsonValue = z.json()

const share = z.number().min(0).max(1)
const range = z.tuple([share, share])

/** Weights of variations. */
export const Weights = z
  .array(share)
  .refine(weights => Math.abs(weights.reduce((sum, each) => sum + each, 0) - 1) < 0.01, {
    message: 'must add up to 1.',
  })

/**
 * A rule of a flag. Fields listed here are validated, since a mistake in them would silently give all readers the
 * default; all other fields of GrowthBook's SDK are passed through.
 */
const Rule = z
  .looseObject({
    condition: z.record(z.string(), z.unknown()).optional(),
    coverage: share.optional(),
    variations: z.array(JsonValue).min(2).optional(),
    contextualVariations: z.array(JsonValue).min(2).optional(),
    contextualBanditRef: z.string().min(1).max(200).optional(),
    weights: Weights.optional(),
    ranges: z.array(range).optional(),
    range: range.optional(),
    key: z.string().min(1).max(200).optional(),
    hashAttribute: z.string().min(1).max(200).optional(),
    meta: z.array(z.looseObject({ key: z.string().max(200).optional() })).optional(),
  })
  .refine(rule => 'force' in rule || variationsOf(rule) !== undefined || 'parentConditions' in rule, {
    message: 'must have either force or variations.',
  })
  .refine(rule => rule.weights === undefined || rule.weights.length === variationsOf(rule)?.length, {
    message: 'must be as many as there are variations.',
    path: ['weights'],
  })

/** A contextual bandit's experiment has them under a name that older SDKs ignore. */
export function variationsOf(rule: {
  variations?: unknown[] | undefined
  contextualVariations?: unknown[] | undefined
}) {
  return rule.contextualVariations ?? rule.variations
}

/** A flag as GrowthBook's SDK reads it. */
export const FeatureDefinition = z.strictObject({
  /** Null for readers, where it is not given. */
  defaultValue: JsonValue.optional(),
  rules: z.array(Rule).default([]),
})
export type FeatureDefinition = z.infer<typeof FeatureDefinition>

export const FeatureKey = z
  .string()
  .regex(/^[\w.:|-]{1,200}$/, 'may have letters, digits and _ . : | - only.')
