import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

/** How long a reader waits for something outside, in milliseconds; with all around it the answer is there in 5 s. */
const patienceMs = 4000

/**
 * Waits for work that goes on by itself when it takes too long. What it throws after that is logged.
 *
 * @param what names the work in the log
 * @returns its result; undefined when it is not there in time
 */
export async function withPatience<T>(
  { log }: { log: Log },
  what: string,
  work: Promise<T>,
): Promise<T | undefined> {
  let isLate = false
  const answered = new AbortController()
  const late = pause(patienceMs, undefined, { signal: answered.signal, ref: false }).then(() => {
    isLate = true
    return undefined
  })
  work.catch((error: unknown) => {
    if (isLate) log.warn({ err: error, task: what }, 'late work failed')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    answered.abort()
  }
}
