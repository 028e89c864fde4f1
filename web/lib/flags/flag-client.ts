import { GrowthBook } from '@growthbook/growthbook'
import { browserCookies } from '../cookies.ts'
import { onNavigation } from '../navigation.ts'
import { currentProfile } from '../reader/profile.ts'
import { runtimeConfig } from '../runtime-config.ts'
import { reportExperimentResult } from './experiment-result.ts'
import { flagAttributes } from './flag-attributes.ts'
import { splitTestGroup } from './split-test.ts'

/** R9.09 in the SDK's words. Its back-off from a stream that fails is capped at 5 minutes by itself. */
export const flagTimes = {
  cache: {
    cacheKey: 'profil_flags',
    backgroundSync: true,
    disableCache: false,
    staleTTL: 60_000,
    maxAge: 4 * 60 * 60 * 1000,
    maxEntries: 10,
    disableIdleStreams: false,
    idleStreamInterval: 20_000,
  },
  navigateDelay: 100,
  timeout: 3500,
} as const

type Evaluate = (flag: string) => unknown

/**
 * Connects GrowthBook's SDK to the flag service that the configuration names: evaluated there, kept here, followed by
 * a stream of changes.
 *
 * @param onFlags called with the flags as soon as they are there, and again after each change
 * @throws Error when the service does not answer in time or answers nothing that can be used; flags that come later
 *   are told all the same
 */
export async function connectFlags(clientKey: string, onFlags: (evaluate: Evaluate) => void): Promise<void> {
  const { hosts, domain } = runtimeConfig()
  const group = splitTestGroup(browserCookies, domain, Math.random)
  const attributes = () => flagAttributes(currentProfile(), location, group, browserCookies)
  const growthbook = createClient({ apiHost: hosts.features, clientKey, attributes: attributes() })
  const evaluate: Evaluate = flag => growthbook.evalFeature(flag).value
  const started = await growthbook.init({
    streaming: true,
    timeout: flagTimes.timeout,
    cacheSettings: flagTimes.cache,
  })
  growthbook.setRenderer(() => onFlags(evaluate))
  onNavigation(() => {
    const next = attributes()
    if (next.url === growthbook.getUrl()) return
    // Both at once: the SDK then asks the service only once.
    void growthbook.setAttributes(next)
    void growthbook.setURL(next.url)
  })
  if (!started.success) throw started.error ?? new Error(`Flags: ${started.source}`)
  onFlags(evaluate)
}

/**
 * The SDK as this site uses it. Experiments that rewrite the page by foreign styles or scripts are refused, and so is
 * one that leads to another site: our content security policy would stop the former, and a reader's session belongs here.
 */
export function createClient(options: {
  apiHost: string
  clientKey: string
  attributes: ReturnType<typeof flagAttributes>
}): GrowthBook {
  return new GrowthBook({
    ...options,
    remoteEval: true,
    url: options.attributes.url,
    navigateDelay: flagTimes.navigateDelay,
    disableVisualExperiments: true,
    disableJsInjection: true,
    disableCrossOriginUrlRedirectExperiments: true,
    // Flags are evaluated while something is drawn, when nothing else may be changed.
    trackingCallback: (experiment, result) =>
      queueMicrotask(() => reportExperimentResult(experiment.key, result)),
  })
}
