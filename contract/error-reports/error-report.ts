import { type Frame, framesOf } from './stack-frames.ts'

/** Source of a report; nothing in it is about a reader. */
export type ReportingSite = {
  /** Address of the collector with its public key: `https://KEY@host/PROJECT`. */
  dsn: string
  environment: string
  /** Version of the release. */
  release: string
  platform: 'node' | 'javascript'
}

export type Failure = {
  error: unknown
  /** Where it happened: a task's name or a route's pattern; never a requested address. */
  where: string
  level: 'error' | 'fatal'
}

type ReportedError = { type: string; value: string; stacktrace: { frames: Frame[] } }

/** Name of the environment on a developer's machine; nothing is reported there. */
export const localEnvironment = 'local'

/**
 * Address for reports in Sentry's protocol, which several collectors speak.
 *
 * @returns undefined when the address names no key or no project
 */
export function collectorAddress(dsn: string): string | undefined {
  const url = URL.parse(dsn)
  const [, folder, project] = /^(.*)\/(\d+)$/.exec(url?.pathname ?? '') ?? []
  if (!url?.username || project === undefined) return undefined
  return `${url.origin}${folder}/api/${project}/envelope/?sentry_key=${url.username}&sentry_version=7`
}

/**
 * One report as a Sentry envelope: the kind of error and its stack frames in our code, never its message, which
 * may contain personal data (R7.18).
 *
 * @param root prefix of the program's own files in a stack: a folder or an origin
 * @param at milliseconds since 1970
 * @param id 32 hexadecimal digits
 */
export function reportText(
  site: ReportingSite,
  failure: Failure,
  { root, at, id }: { root: string; at: number; id: string },
): string {
  const event = {
    event_id: id,
    timestamp: at / 1000,
    platform: site.platform,
    level: failure.level,
    environment: site.environment,
    release: site.release,
    transaction: failure.where,
    exception: { values: chainOf(failure.error, root) },
    // The collector must not store the sender's IP address.
    sdk: { name: 'profil', version: site.release, settings: { infer_ip: 'never' } },
  }
  const head = { event_id: id, sent_at: new Date(at).toISOString() }
  return [head, { type: 'event' }, event].map(part => JSON.stringify(part)).join('\n')
}

/** Fingerprint of a report, for deduplication. */
export function failureKey({ error, where }: Failure, root: string): string {
  const [top] = chainOf(error, root).slice(-1)
  const frame = top?.stacktrace.frames.at(-1)
  return JSON.stringify([where, top?.type, frame?.filename, frame?.lineno, frame?.colno])
}

const longestChain = 5

/** The error and its causes, the innermost cause first. */
function chainOf(error: unknown, root: string): ReportedError[] {
  const chain: ReportedError[] = []
  let next = error
  while (next !== undefined && next !== null && chain.length < longestChain) {
    chain.unshift(describe(next, root))
    next = next instanceof Error ? next.cause : undefined
  }
  return chain
}

function describe(error: unknown, root: string): ReportedError {
  if (!(error instanceof Error)) return { type: typeof error, value: '', stacktrace: { frames: [] } }
  return { type: error.name, value: codeOf(error), stacktrace: { frames: framesOf(error.stack, root) } }
}

/** Error codes of the system, the database or our own hold no personal data. */
function codeOf(error: Error): string {
  const code: unknown = 'code' in error ? error.code : 'kind' in error ? error.kind : undefined
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : ''
}
