import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { logFailure } from '../log.ts'

/** Starts error reports where configured (R7.18); their code is loaded only then. */
export function reportFailures(config: RuntimeConfig): void {
  if (config.error_reporting.dsn === null) return
  import('./error-reports.ts')
    .then(({ startErrorReports }) => startErrorReports(config))
    .catch(error => logFailure('error reports', error))
}
