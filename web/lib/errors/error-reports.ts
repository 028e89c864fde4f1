import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import {
  collectorAddress,
  type Failure,
  failureKey,
  localEnvironment,
  reportText,
} from '#contract/error-reports/error-report.ts'
import { framesOf } from '#contract/error-reports/stack-frames.ts'
import { isPathOf, routes } from '#contract/routes.ts'
import { ApiError, type ApiErrorKind } from '../call/api-error.ts'
import { SessionError } from '../call/session.ts'
import { onFailure } from '../log.ts'

/** A violation of the content security policy, e.g. a script of the publisher's layout from a new host. */
class PolicyViolation extends Error {
  override name = 'PolicyViolation'
}

/** Rate limit: most reports of one page. */
const mostReports = 10

/** API errors worth a report; others are refusals, or the reader's connection. */
const faultyAnswers: readonly ApiErrorKind[] = ['server_error', 'invalid_content_type', 'invalid_answer']

/**
 * Reports errors of this page, also earlier ones, to the configured collector (R7.18): kind of error, place in
 * our code and route, no personal data.
 */
export function startErrorReports(config: RuntimeConfig): void {
  const { dsn, sample_rate: sampleRate } = config.error_reporting
  const address = dsn === null || config.environment === localEnvironment ? undefined : collectorAddress(dsn)
  if (dsn === null || address === undefined) return
  const site = {
    dsn,
    environment: config.environment,
    release: config.version,
    platform: 'javascript',
  } as const
  const root = location.origin
  const told = new Set<string>()

  const report = (where: string, error: unknown) => {
    if (!isFault(error) || Math.random() >= sampleRate) return
    const failure: Failure = { error, where: `${where}: ${pageKind(location.pathname)}`, level: 'error' }
    const key = failureKey(failure, root)
    if (told.has(key) || told.size >= mostReports) return
    told.add(key)
    const id = crypto.randomUUID().replaceAll('-', '')
    fetch(address, {
      method: 'POST',
      // As plain text, which needs no CORS preflight.
      body: reportText(site, failure, { root, at: Date.now(), id }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
    }).catch(() => {
      // The error is in the console anyway.
    })
  }
  /** Ignores errors of the publisher's scripts and of browser extensions. */
  const reportOwn = (where: string, error: unknown) => {
    const isOwn = error instanceof Error && framesOf(error.stack, root).some(frame => frame.in_app)
    if (isOwn) report(where, error)
  }
  onFailure(report)
  window.addEventListener('error', event => reportOwn('uncaught', event.error))
  window.addEventListener('unhandledrejection', event => reportOwn('unhandled', event.reason))
  window.addEventListener('securitypolicyviolation', event => {
    const host = URL.parse(event.blockedURI)?.origin
    // Only blocked external addresses: extensions and inline scripts have none.
    if (host?.startsWith('http'))
      report(`kept out by ${event.effectiveDirective}, ${host}`, new PolicyViolation())
  })
}

function isFault(error: unknown): boolean {
  if (error instanceof ApiError) return faultyAnswers.includes(error.kind)
  // A log entry that is no Error has no stack, so it is not reported.
  if (!(error instanceof Error)) return false
  const isEnd = error instanceof DOMException && ['AbortError', 'TimeoutError'].includes(error.name)
  return !isEnd && !(error instanceof SessionError) && !isConnection(error)
}

/**
 * Browsers' TypeError messages for a failed or cancelled fetch, to tell it from a bug. From the sources of
 * Chromium, Firefox and WebKit.
 */
const connectionWords =
  /^(failed to fetch|network ?error|load failed|the (internet|network) connection|importing a module script failed|error loading dynamically imported module)/i

const isConnection = ({ message, cause }: Error): boolean =>
  connectionWords.test(message) || (cause instanceof Error && isConnection(cause))

/** The route, never the address, which may hold a token. */
const pageKind = (pathname: string): string =>
  Object.values(routes).find(route => isPathOf(route.path, pathname))?.path ?? 'another page'
