import { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { browserCookies } from './cookies.ts'
import { keepTimeDifference } from './server-time.ts'

type Cause = 'unreachable' | 'bad_status' | 'not_json' | 'empty_body' | 'missing_fields'

/** The configuration could not be loaded (R8.02): fatal. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly reason: Cause

  constructor(reason: Cause, cause?: unknown) {
    super(`The runtime configuration could not be used: ${reason}`, { cause })
    this.reason = reason
  }
}

/** As for every other call (R9.06). */
const timeoutMs = 30_000

let current: RuntimeConfig | undefined

/**
 * Loads the runtime configuration and keeps it for the life of the page (R2.31, R5.13). Timeout 30 seconds
 * (R10.09). The answer's Date header sets the server's time (R10.07).
 *
 * @param answer the prefetched response of GET /config.json
 * @throws ConfigError
 */
export async function loadRuntimeConfig(answer: Promise<Response>): Promise<RuntimeConfig> {
  current = await inTime(parseRuntimeConfig(answer))
  return current
}

/** The server's own, which renders with it. */
export function takeRuntimeConfig(config: RuntimeConfig): void {
  current = config
}

/** The current configuration; nothing is shown before it is loaded. */
export function runtimeConfig(): RuntimeConfig {
  if (!current) throw new Error('The runtime configuration was asked for before it was loaded')
  return current
}

/** Cache busting: a different address on every load (R7.02). */
export const configAddress = (): string => `/config.json?${Math.random().toString(36).slice(2)}`

async function parseRuntimeConfig(answer: Promise<Response>): Promise<RuntimeConfig> {
  const response = await answer.catch(error => {
    throw new ConfigError('unreachable', error)
  })
  if (!response.ok) throw new ConfigError('bad_status')
  const now = { serverMs: Date.parse(response.headers.get('date') ?? ''), ownMs: Date.now() }
  const body = await response.text().catch(error => {
    throw new ConfigError('unreachable', error)
  })
  if (body.trim() === '') throw new ConfigError('empty_body')
  const parsed = RuntimeConfig.safeParse(parseJson(body))
  if (!parsed.success) throw new ConfigError('missing_fields', parsed.error)
  keepTimeDifference(browserCookies, now, parsed.data.domain)
  return parsed.data
}

/** The timeout also covers reading the body. */
function inTime<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ConfigError('unreachable')), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new ConfigError('not_json', error)
  }
}
