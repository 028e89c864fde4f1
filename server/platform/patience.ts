import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** How long a reader waits for something outside, in milliseconds; with all around it the answer is there in 5 s. */
const patienceMs = 4000

/**
 * Waits for work that goes on by itself when it takes too long. What it throws after that is logged.
 *
 * @param what names the work in the log
 * @returns its result; undefined when it is not there in time
 */
export async function withPatience<T>(
  { log }: { log: FastifyBaseLogger },
  what: string,
  work: Promise<T>,
): Promise<T | undefined> {
  let isLate = false
  work.catch((error: unknown) => {
    if (isLate) log.warn({ err: error, task: what }, 'late work failed')
  })
  const result = await within(patienceMs, work)
  isLate = true
  return result
}

/** @returns what comes of the work; undefined when that is not there after so many milliseconds */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const answered = new AbortController()
  try {
    return await Promise.race([work, pause(ms, undefined, { signal: answered.signal, ref: false })])
  } finally {
    answered.abort()
  }
}
