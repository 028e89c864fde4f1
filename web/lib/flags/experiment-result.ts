import type { Result } from '@growthbook/growthbook'
import type { ExperimentResult } from '#contract/feature-flags/feature-flags.ts'
import { logFailure } from '../log.ts'
import { setProfile } from '../reader/profile.ts'
import { runtimeConfig } from '../runtime-config.ts'

type Shown = Pick<Result<unknown>, 'key' | 'variationId' | 'hashAttribute'> & {
  /** The SDK calls it a text, but an attribute that is a number comes as a number. */
  hashValue: string | number
}

/** Notes which variation of an experiment the reader was shown, and tells the place that the configuration names. */
export function reportExperimentResult(experimentKey: string, shown: Shown): void {
  setProfile({ experimentKey, experimentResult: shown.key })
  const address = runtimeConfig().experiment_results_url
  if (address === null) return
  const result: ExperimentResult = {
    experiment_key: experimentKey,
    variation_id: shown.variationId,
    variation_key: shown.key,
    hash_attribute: shown.hashAttribute,
    hash_value: String(shown.hashValue),
  }
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(result),
    credentials: 'omit',
    // The reader may go on at once.
    keepalive: true,
  }).catch(error => logFailure('experiment result', error))
}
