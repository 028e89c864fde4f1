import {
  collectorAddress,
  type Failure,
  failureKey,
  localEnvironment,
  reportText,
} from '#contract/error-reports/error-report.ts'
import { projectRoot } from '../process/project-root.ts'
import type { Shutdown } from '../process/shutdown.ts'
import type { Log } from './log.ts'

export type ErrorReporter = {
  report: (failure: Failure) => void
  /** Resolves when every report is sent or given up. */
  flush: () => Promise<void>
}

const timeoutMs = 5000
/** Dedupe and rate limit: the same fault is sent once in a window, and only so many reports in all. */
const windowMs = 60_000
const mostInWindow = 20

/**
 * Sends logged errors to the configured collector, without personal data. A report that can't be sent is
 * dropped.
 *
 * @returns undefined without an address, and in the local environment (R7.18)
 */
export function createErrorReporter({
  errorReportingDsn: dsn,
  environment,
  version,
}: {
  errorReportingDsn: string | null
  environment: string
  version: string
}): ErrorReporter | undefined {
  const address = dsn === null || environment === localEnvironment ? undefined : collectorAddress(dsn)
  if (dsn === null || address === undefined) return undefined
  const site = { dsn, environment, release: version, platform: 'node' } as const
  const underway = new Set<Promise<void>>()
  const told = new Set<string>()
  let windowEnd = 0

  const send = async (failure: Failure) => {
    const id = crypto.randomUUID().replaceAll('-', '')
    const body = reportText(site, failure, { root: projectRoot, at: Date.now(), id })
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope' },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body?.cancel()
    } catch {
      // The error is in the log anyway.
    }
  }
  return {
    report: failure => {
      if (performance.now() >= windowEnd) {
        told.clear()
        windowEnd = performance.now() + windowMs
      }
      const key = failureKey(failure, projectRoot)
      if (told.has(key) || told.size >= mostInWindow) return
      told.add(key)
      const sending = send(failure).finally(() => underway.delete(sending))
      underway.add(sending)
    },
    flush: async () => {
      await Promise.all(underway)
    },
  }
}

/** Flushes reports before the process ends, on a signal or by an uncaught error. */
export function reportLastErrors(reporter: ErrorReporter, log: Log, shutdown: Shutdown): void {
  shutdown.add('error reports', reporter.flush)
  process.once('uncaughtException', error => {
    log.fatal({ err: error }, 'uncaught')
    void reporter.flush().finally(() => process.exit(1))
  })
}
