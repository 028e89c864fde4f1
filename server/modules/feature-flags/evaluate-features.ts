import type { Experiment, FeatureDefinition, Result, Options as SdkOptions } from '@growthbook/growthbook'
import type { EndpointRequest } from '#contract/endpoint.ts'
import type { evaluateFeatures as endpoint } from '#contract/feature-flags/feature-flags.ts'
import type { Log } from '#server/platform/log.ts'
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

/** Of all flags together, and of one alone when they took longer: a regular expression in a rule may try every way. */
const limitMs = 250
/** A flag that took longer has its default so long, so that nobody can hold the server up by asking again. */
const restMs = 60_000

/** Flags that rest, by key and definition, with the end of their rest: a mended one is another one. */
const resting = new Map<string, number>()

/**
 * What each flag is for one reader, by the SDK itself (R7.16). A flag whose value an experiment drew comes with what
 * the browser needs to note that it was shown; conditions, weights and other rules stay here.
 *
 * @param parts what the rules refer to
 * @param reader what the browser tells of who reads and where
 * @param log is told of a flag whose rules took too long; it has its default then
 */
export async function evaluateFeatures(
  features: Features,
  parts: SharedParts,
  reader: Reader,
  log: Log,
): Promise<Record<string, Evaluated>> {
  const { GrowthBook } = await loadSdk()
  // The same, but for optional parts, which the SDK's types want left out rather than undefined.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const definitions = features as Record<string, FeatureDefinition>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const shared = parts as Pick<SdkOptions, 'savedGroups' | 'contextualBandits'>
  const forced = new Map(reader.forcedFeatures)
  const evaluate = (key: string): Evaluated => {
    const tracks: NonNullable<Evaluated['rules']>[number]['tracks'] = []
    // One for each flag: it tells of an experiment once, and the browser may use any of several flags that share it.
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
  for (const [name, until] of resting) if (until <= now) resting.delete(name)
  const nameOf = (key: string) => `${key} ${JSON.stringify([features[key], parts])}`
  const isResting = (key: string) => resting.size > 0 && resting.has(nameOf(key))
  const evaluateOrRest = (key: string) =>
    isResting(key) ? { defaultValue: features[key]?.defaultValue ?? null } : evaluate(key)
  const evaluateAll = (one: (key: string) => Evaluated) =>
    Object.fromEntries(Object.keys(features).map(key => [key, one(key)]))

  const all = inTime(() => evaluateAll(evaluateOrRest), limitMs)
  if (all) return all.value
  return evaluateAll(key => {
    const found = inTime(() => evaluateOrRest(key), limitMs)
    if (found) return found.value
    resting.set(nameOf(key), performance.now() + restMs)
    log.error({ flag: key }, 'the rules of a feature flag take too long: look at their regular expressions')
    return { defaultValue: features[key]?.defaultValue ?? null }
  })
}

/** Fetched with the first reader: some 2 MB of memory that a publisher without flags does not pay. */
function loadSdk() {
  // It looks for a browser's storage, of which Node would say in the log that it has none.
  Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true, writable: true })
  return import('@growthbook/growthbook')
}
