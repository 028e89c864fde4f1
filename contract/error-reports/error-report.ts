import { type Frame, framesOf } from './stack-frames.ts'

/** Who reports and of what; nothing in it is about a reader. */
export type ReportingSite = {
  /** Address of the collector with its public key: `https://KEY@host/PROJECT`. */
  dsn: string
  environment: string
  /** Version of the program. */
  release: string
  platform: 'node' | 'javascript'
}

export type Failure = {
  error: unknown
  /** Where it happened, in our own words: a task, the pattern of a route; never an address that somebody asked for. */
  where: string
  level: 'error' | 'fatal'
}

type ReportedError = { type: string; value: string; stacktrace: { frames: Frame[] } }

/** Where the environment has this name nothing is reported: a developer's machine. */
export const localEnvironment = 'local'

/**
 * Where reports are sent, by the protocol of Sentry, which several collectors speak.
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
 * One report in the form in which collectors take it. It tells the kind of error and where in our code it happened, and
 * never its message: that may hold what somebody typed, an address or a part of an answer (R7.18).
 *
 * @param root what stands before the program's own files in a stack: a folder or an origin
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
    // The collector is not to add the address from which the report came.
    sdk: { name: 'profil', version: site.release, settings: { infer_ip: 'never' } },
  }
  const head = { event_id: id, sent_at: new Date(at).toISOString() }
  return [head, { type: 'event' }, event].map(part => JSON.stringify(part)).join('\n')
}

/** By what two reports are the same. */
export function failureKey({ error, where }: Failure, root: string): string {
  const [top] = chainOf(error, root).slice(-1)
  const frame = top?.stacktrace.frames.at(-1)
  return JSON.stringify([where, top?.type, frame?.filename, frame?.lineno, frame?.colno])
}

const longestChain = 5

/** The error and what caused it, the cause first. */
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

/** A code of the system, of the database or our own names a kind of fault and nothing else. */
function codeOf(error: Error): string {
  const code: unknown = 'code' in error ? error.code : 'kind' in error ? error.kind : undefined
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : ''
}
