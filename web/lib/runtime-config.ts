import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { browserCookies } from './browser/cookies.ts'
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

/** Names of the fields that cannot be missing; the compiler holds them to the contract. */
type Needed<Fields> = { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: true }

const needed: Needed<RuntimeConfig> = {
  environment: true,
  version: true,
  domain: true,
  captcha_public_key: true,
  marketing_token: true,
  stop_recurrence_survey_id: true,
  stop_recurrence_upgrade_survey_id: true,
  hosts: true,
  services_email: true,
  login_url: true,
  login_cookie_name: true,
  helpdesk_email: true,
  forum_email: true,
  image_path_pattern: true,
  features_client_key: true,
  experiment_results_url: true,
  error_reporting: true,
}
const neededHosts: Needed<RuntimeConfig['hosts']> = {
  account: true,
  publisher: true,
  forum: true,
  blog: true,
  central_login: true,
  mailer: true,
  crm: true,
  image_management: true,
  notifications: true,
  content: true,
  features: true,
  store: true,
}

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

/** Within how many hours the help desk answers: told wherever its address is. */
export const answerHours = (): number => runtimeConfig().help_answer_hours ?? 24

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
  const config = parseJson(body)
  if (!isWhole(config)) throw new ConfigError('missing_fields')
  keepTimeDifference(browserCookies, now, config.domain)
  return config
}

/** Whether nothing is missing (R5.13). What is in its fields the server has checked, and the browser needs no zod for it. */
function isWhole(config: unknown): config is RuntimeConfig {
  if (typeof config !== 'object' || config === null) return false
  const fields = new Map(Object.entries(config))
  const hosts = new Map(Object.entries(fields.get('hosts') ?? {}))
  return (
    Object.keys(needed).every(name => fields.get(name) !== undefined) &&
    Object.keys(neededHosts).every(name => /^https?:/.test(String(hosts.get(name))))
  )
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
