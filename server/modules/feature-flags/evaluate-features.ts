import type { Experiment, FeatureDefinition, Result } from '@growthbook/growthbook'
import type { EndpointRequest } from '#contract/endpoint.ts'
import type { evaluateFeatures as endpoint } from '#contract/feature-flags/feature-flags.ts'
import type { Features } from './read-features.ts'

type Reader = EndpointRequest<typeof endpoint>['body']
type Evaluated = {
  defaultValue: unknown
  rules?: {
    force: unknown
    tracks: { experiment: Pick<Experiment<unknown>, 'key' | 'variations'>; result: Result<unknown> }[]
  }[]
}

/**
 * What each flag is for one reader, by the SDK itself (R7.16). A flag whose value an experiment drew comes with what
 * the browser needs to note that it was shown; conditions, weights and other rules stay here.
 *
 * @param reader what the browser tells of who reads and where
 */
export async function evaluateFeatures(
  features: Features,
  reader: Reader,
): Promise<Record<string, Evaluated>> {
  const { GrowthBook } = await loadSdk()
  // The same, but for optional parts, which the SDK's types want left out rather than undefined.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const definitions = features as Record<string, FeatureDefinition>
  const forced = new Map(reader.forcedFeatures)
  const evaluate = (key: string): Evaluated => {
    const tracks: NonNullable<Evaluated['rules']>[number]['tracks'] = []
    // One for each flag: it tells of an experiment once, and the browser may use any of several flags that share it.
    const growthbook = new GrowthBook({
      features: definitions,
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
  return Object.fromEntries(Object.keys(features).map(key => [key, evaluate(key)]))
}

/** Fetched with the first reader: some 2 MB of memory that a publisher without flags does not pay. */
function loadSdk() {
  // It looks for a browser's storage, of which Node would say in the log that it has none.
  Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true, writable: true })
  return import('@growthbook/growthbook')
}
