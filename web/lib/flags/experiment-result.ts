import type { Result } from '@growthbook/growthbook'
import type { ExperimentResult } from '#contract/feature-flags/feature-flags.ts'
import { logFailure } from '../log.ts'
import { setProfile } from '../reader/profile.ts'
import { runtimeConfig } from '../runtime-config.ts'

type Shown = Pick<Result<unknown>, 'key' | 'variationId' | 'hashAttribute'> & {
  /** A string by the SDK's types, but numeric attributes come as numbers. */
  hashValue: string | number
}

/** Records the shown variation of an experiment, and sends it to the configured address. */
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
    // Survives a navigation.
    keepalive: true,
  }).catch(error => logFailure('experiment result', error))
}
