import { GrowthBook } from '@growthbook/growthbook'
import { browserCookies } from '../browser/cookies.ts'
import { onNavigation } from '../navigation/navigation.ts'
import { currentProfile } from '../reader/profile.ts'
import { runtimeConfig } from '../runtime-config.ts'
import { reportExperimentResult } from './experiment-result.ts'
import { flagAttributes } from './flag-attributes.ts'
import { splitTestGroup } from './split-test.ts'

/** R9.09 as SDK options. Its backoff after a failed stream is capped at 5 minutes by itself. */
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
 * Connects GrowthBook's SDK to the configured flag service: remote evaluation, local cache, and a stream of
 * changes.
 *
 * @param onFlags called with the flags as soon as they are there, and again after each change
 * @throws Error on a timeout or an unusable answer; flags that come later are still passed to `onFlags`
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
    // In the same tick: the SDK then sends one request.
    void growthbook.setAttributes(next)
    void growthbook.setURL(next.url)
  })
  if (!started.success) throw started.error ?? new Error(`Flags: ${started.source}`)
  onFlags(evaluate)
}

/**
 * Creates the SDK for this site. Experiments that inject styles or scripts are off, which our content security
 * policy would block, and so are redirects to another site.
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
    // Deferred: flags are evaluated during render, when state must not change.
    trackingCallback: (experiment, result) =>
      queueMicrotask(() => reportExperimentResult(experiment.key, result)),
  })
}
