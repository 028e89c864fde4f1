import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Timeout of a call to something outside, in milliseconds, so that the whole answer takes less than 5 s. */
const timeoutMs = 4000

/**
 * Awaits work with a timeout; the work goes on after it, and its later errors are logged.
 *
 * @param what names the work in the log
 * @returns its result; undefined after the timeout
 */
export async function withTimeout<T>(
  { log }: { log: FastifyBaseLogger },
  what: string,
  work: Promise<T>,
): Promise<T | undefined> {
  let isLate = false
  work.catch((error: unknown) => {
    if (isLate) log.warn({ err: error, task: what }, 'late work failed')
  })
  const result = await within(timeoutMs, work)
  isLate = true
  return result
}

/** @returns the result of the work; undefined after the timeout */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const answered = new AbortController()
  try {
    return await Promise.race([work, pause(ms, undefined, { signal: answered.signal, ref: false })])
  } finally {
    answered.abort()
  }
}
