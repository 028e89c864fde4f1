import { RuntimeConfig } from '#contract/config/runtime-config.ts'

type Cause = 'unreachable' | 'bad_status' | 'not_json' | 'empty_body' | 'missing_fields'

/** Why there is no configuration (R8.02). Without it nothing can be shown but that fact. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly reason: Cause

  constructor(reason: Cause, cause?: unknown) {
    super(`The runtime configuration could not be used: ${reason}`, { cause })
    this.reason = reason
  }
}

let current: RuntimeConfig | undefined

/**
 * Reads the runtime configuration and keeps it for the life of the page (R2.31, R5.13).
 *
 * @param answer the answer to GET /config.json, asked for before the program arrived
 * @throws ConfigError
 */
export async function loadRuntimeConfig(answer: Promise<Response>): Promise<RuntimeConfig> {
  current = await parseRuntimeConfig(answer)
  return current
}

/** The configuration in use; the shell shows nothing before there is one. */
export function runtimeConfig(): RuntimeConfig {
  if (!current) throw new Error('The runtime configuration was asked for before it was loaded')
  return current
}

/** A different address on every load, so that no cache between answers it (R7.02). */
export const configAddress = (): string => `/config.json?${Math.random().toString(36).slice(2)}`

async function parseRuntimeConfig(answer: Promise<Response>): Promise<RuntimeConfig> {
  const response = await answer.catch(error => {
    throw new ConfigError('unreachable', error)
  })
  if (!response.ok) throw new ConfigError('bad_status')
  const body = await response.text().catch(error => {
    throw new ConfigError('unreachable', error)
  })
  if (body.trim() === '') throw new ConfigError('empty_body')
  const parsed = RuntimeConfig.safeParse(parseJson(body))
  if (!parsed.success) throw new ConfigError('missing_fields', parsed.error)
  return parsed.data
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new ConfigError('not_json', error)
  }
}
