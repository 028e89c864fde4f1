import { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { browserCookies } from './cookies.ts'
import { keepTimeDifference } from './server-time.ts'

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

/** As for every other call (R9.06). */
const timeoutMs = 30_000

let current: RuntimeConfig | undefined

/**
 * Reads the runtime configuration and keeps it for the life of the page (R2.31, R5.13). What does not arrive within 30
 * seconds is unreachable (R10.09). The answer's date is the server's time, whoever has signed in where (R10.07).
 *
 * @param answer the answer to GET /config.json, asked for before the program arrived
 * @throws ConfigError
 */
export async function loadRuntimeConfig(answer: Promise<Response>): Promise<RuntimeConfig> {
  current = await inTime(parseRuntimeConfig(answer))
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

/** Also for an answer that began and does not end. */
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
