import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const client = {
  tag: 'Feature flags',
  access: 'public',
  params: z.object({ clientKey: z.string().check(z.maxLength(200, 'not_found')) }),
} as const

/** A feature flag in GrowthBook's format: a default, and rules of which the first match decides. */
const Feature = z.object({
  defaultValue: z.optional(z.unknown()),
  rules: z.optional(z.array(z.record(z.string(), z.unknown()))),
})
const FeaturesAnswer = z.object({ status: z.literal(200), features: z.record(z.string(), Feature) })
const Parts = z.optional(z.record(z.string(), z.unknown()))

/**
 * Feature flags in the protocol of GrowthBook's SDK, which runs in the browser (R7.16): a GrowthBook
 * installation can replace these calls.
 */
export const readFeatures = endpoint({
  ...client,
  method: 'GET',
  path: '/api/features/:clientKey',
  summary: 'All feature flags with their rules, and what these refer to',
  success: {
    status: 200,
    body: z.extend(FeaturesAnswer, { savedGroups: Parts, contextualBandits: Parts }),
  },
  refusals: ['not_found'],
})

export const evaluateFeatures = endpoint({
  ...client,
  method: 'POST',
  path: '/api/eval/:clientKey',
  summary: 'What feature flags are for one reader, whose attributes are sent; the rules stay here',
  // Any site with the publisher's key may call; no cookies are sent.
  anyOrigin: true,
  staysIn: 'maintenance',
  body: z.object({
    attributes: z.optional(z.record(z.string(), z.unknown())),
    forcedVariations: z.optional(z.record(z.string(), z.int())),
    forcedFeatures: z.optional(z.array(z.tuple([z.string(), z.unknown()]))),
    url: z.optional(z.string().check(z.maxLength(10_000, 'max_length'))),
  }),
  success: { status: 200, body: FeaturesAnswer },
  refusals: ['not_found'],
})

export const streamChanges = endpoint({
  ...client,
  method: 'GET',
  path: '/sub/:clientKey',
  summary: 'Server-sent events: `features-updated` after every change of a flag',
  success: { status: 200, type: 'text/event-stream' },
  refusals: ['not_found'],
})

/** Which variation of an experiment a reader was shown. */
export const ExperimentResult = z.object({
  experiment_key: z.string().check(z.maxLength(200, 'max_length')),
  variation_id: z.int().check(z.gte(0), z.lte(1000)),
  variation_key: z.string().check(z.maxLength(200, 'max_length')),
  /** Attribute that the variation was assigned by, e.g. `ppSplitTest`, and its value. */
  hash_attribute: z.string().check(z.maxLength(200, 'max_length')),
  hash_value: z.string().check(z.maxLength(200, 'max_length')),
})
export type ExperimentResult = z.infer<typeof ExperimentResult>

export const recordExperimentResult = endpoint({
  ...client,
  method: 'POST',
  path: '/api/experiment-results/:clientKey',
  summary: 'Note that a reader was shown a variation of an experiment',
  anyOrigin: true,
  staysIn: 'maintenance',
  body: ExperimentResult,
  success: { status: 204 },
  refusals: ['not_found', 'too_many_requests'],
})

/** Calls without cookies that change no reader's data: CORS allows them to any site. */
export const openFlagPaths: readonly string[] = [
  readFeatures.path,
  evaluateFeatures.path,
  streamChanges.path,
  recordExperimentResult.path,
]
