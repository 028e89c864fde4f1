import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { logFailure } from './log.ts'

/** Has failures reported where the configuration names a place for that (R7.18); what does it is fetched only then. */
export function reportFailures(config: RuntimeConfig): void {
  if (config.error_reporting.dsn === null) return
  import('./error-reports.ts')
    .then(({ startErrorReports }) => startErrorReports(config))
    .catch(error => logFailure('error reports', error))
}
