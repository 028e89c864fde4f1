/**
 * The embedded flag service: owns the publisher's feature flags and answers GrowthBook's SDK in the browser with its
 * own protocol, so that an installation of GrowthBook can stand in its place (R7.16). It evaluates by the same SDK,
 * tells browsers on all servers of a change, and counts which variation was shown. It stores none of the reader's
 * attributes. Without a client key there are no flags, and its routes answer 404.
 */
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/feature-flags/feature-flags.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { requireClientKey } from './client-key.ts'
import { evaluateFeatures } from './evaluate-features.ts'
import { readFeatures, readSharedParts } from './read-features.ts'
import { recordExperimentResult } from './record-experiment-result.ts'
import { streamChanges } from './stream-changes.ts'

export { changeFeature } from './change-feature.ts'
export { FeatureDefinition, FeatureKey, JsonValue } from './feature-definition.ts'
export { listExperimentResults } from './list-experiment-results.ts'
export { readFeatures } from './read-features.ts'
export { removeFeature } from './remove-feature.ts'
export {
  changeSharedPart,
  listSharedParts,
  removeSharedPart,
  SharedPart,
  SharedPartKind,
} from './shared-parts.ts'

export function registerFeatureFlags(app: FastifyInstance, deps: Deps): void {
  const { settings } = deps
  route(app, contract.readFeatures, async ({ params, reply }) => {
    requireClientKey(settings, params.clientKey)
    reply.header('x-sse-support', 'enabled')
    const features = await readFeatures(deps)
    return { status: 200 as const, features, ...(await readSharedParts(deps)) }
  })
  route(app, contract.evaluateFeatures, async ({ params, body, reply }) => {
    requireClientKey(settings, params.clientKey)
    reply.header('x-sse-support', 'enabled')
    return {
      status: 200 as const,
      features: await evaluateFeatures(await readFeatures(deps), await readSharedParts(deps), body, deps.log),
    }
  })
  route(app, contract.recordExperimentResult, async ({ params, body, http }) => {
    requireClientKey(settings, params.clientKey)
    await recordExperimentResult(deps, body, http.ip)
  })
  streamChanges(app, deps)
}
