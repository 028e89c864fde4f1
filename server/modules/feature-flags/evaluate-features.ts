import type { Experiment, FeatureDefinition, Result, Options as SdkOptions } from '@growthbook/growthbook'
import type { EndpointRequest } from '#contract/endpoint.ts'
import type { evaluateFeatures as endpoint } from '#contract/feature-flags/feature-flags.ts'
import type { Log } from '#server/platform/telemetry/log.ts'
import { inTime } from './in-time.ts'
import type { Features, SharedParts } from './read-features.ts'

type Reader = EndpointRequest<typeof endpoint>['body']
type Evaluated = {
  defaultValue: unknown
  rules?: {
    force: unknown
    tracks: { experiment: Pick<Experiment<unknown>, 'key' | 'variations'>; result: Result<unknown> }[]
  }[]
}

/** Timeout of all flags together, or else of each alone: a regular expression in a rule may backtrack (ReDoS). */
const limitMs = 250
/** Circuit breaker: how long a flag that timed out has its default, so that repeated requests can't block the server. */
const brokenMs = 60_000

/** Flags with an open circuit breaker, by key and definition, so that a corrected one is tried at once, with its end. */
const broken = new Map<string, number>()

/**
 * Evaluates each flag for one reader, by the SDK itself (R7.16). A flag with an experiment's value comes with what the
 * browser needs to track the exposure; conditions, weights and other rules stay on the server.
 *
 * @param parts what the rules refer to
 * @param reader attributes of reader and page from the browser
 * @param log warns of a flag whose rules timed out; it has its default then
 */
export async function evaluateFeatures(
  features: Features,
  parts: SharedParts,
  reader: Reader,
  log: Log,
): Promise<Record<string, Evaluated>> {
  const { GrowthBook } = await loadSdk()
  // Same type but for optional parts, which the SDK's types want left out rather than undefined.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const definitions = features as Record<string, FeatureDefinition>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const shared = parts as Pick<SdkOptions, 'savedGroups' | 'contextualBandits'>
  const forced = new Map(reader.forcedFeatures)
  const evaluate = (key: string): Evaluated => {
    const tracks: NonNullable<Evaluated['rules']>[number]['tracks'] = []
    // An SDK instance for each flag: one tracks an experiment once, but the browser may use any flag that shares it.
    const growthbook = new GrowthBook({
      features: definitions,
      ...shared,
      attributes: reader.attributes ?? {},
      forcedVariations: reader.forcedVariations ?? {},
      forcedFeatureValues: forced,
      url: reader.url ?? '',
      trackingCallback: ({ key: name, variations }, result) => {
        tracks.push({ experiment: { key: name, variations }, result })
      },
    })
    const { value } = growthbook.evalFeature(key)
    growthbook.destroy()
    return tracks.length === 0
      ? { defaultValue: value }
      : { defaultValue: value, rules: [{ force: value, tracks }] }
  }
  const now = performance.now()
  for (const [name, until] of broken) if (until <= now) broken.delete(name)
  const nameOf = (key: string) => `${key} ${JSON.stringify([features[key], parts])}`
  const isBroken = (key: string) => broken.size > 0 && broken.has(nameOf(key))
  const evaluateUnlessBroken = (key: string) =>
    isBroken(key) ? { defaultValue: features[key]?.defaultValue ?? null } : evaluate(key)
  const evaluateAll = (one: (key: string) => Evaluated) =>
    Object.fromEntries(Object.keys(features).map(key => [key, one(key)]))

  const all = inTime(() => evaluateAll(evaluateUnlessBroken), limitMs)
  if (all) return all.value
  return evaluateAll(key => {
    const found = inTime(() => evaluateUnlessBroken(key), limitMs)
    if (found) return found.value
    broken.set(nameOf(key), performance.now() + brokenMs)
    log.error({ flag: key }, 'the rules of a feature flag take too long: look at their regular expressions')
    return { defaultValue: features[key]?.defaultValue ?? null }
  })
}

/** Lazily imported: a publisher without flags saves some 2 MB of memory. */
function loadSdk() {
  // It probes localStorage, for which Node would log a warning.
  Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true, writable: true })
  return import('@growthbook/growthbook')
}
