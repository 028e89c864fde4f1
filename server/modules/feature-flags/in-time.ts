import { createContext, Script } from 'node:vm'

const context = createContext({ work: undefined })
const script = new Script('work()')

/**
 * Runs synchronous work with a timeout, such as a regular expression that may backtrack (ReDoS). Only this can stop it,
 * since it blocks the event loop.
 *
 * @param work synchronous
 * @param limitMs timeout in milliseconds
 * @returns the work's result; undefined after the timeout
 */
export function inTime<T>(work: () => T, limitMs: number): { value: T } | undefined {
  let done: { value: T } | undefined
  context['work'] = () => {
    done = { value: work() }
  }
  try {
    script.runInContext(context, { timeout: limitMs })
  } catch (error) {
    if (!isLate(error)) throw error
  } finally {
    context['work'] = undefined
  }
  return done
}

const isLate = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
