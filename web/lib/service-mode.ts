import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { runtimeConfig } from './runtime-config.ts'
import { serverTimeMs } from './server-time.ts'

export type SetMode = NonNullable<RuntimeConfig['service_mode']>

/** What staff have closed (R13.19), as this page was told at its start; undefined once its end has come. */
export function serviceMode(): SetMode | undefined {
  const mode = runtimeConfig().service_mode
  return mode?.until && Date.parse(mode.until) <= serverTimeMs() ? undefined : mode
}
