import { createContext, Script } from 'node:vm'

const context = createContext({ work: undefined })
const script = new Script('work()')

/**
 * Runs work that may hang, such as a regular expression that tries every way, and ends it when its time is up: nothing
 * else can, since nobody else is answered meanwhile.
 *
 * @param work without a wait in it
 * @param limitMs how long it may take, in milliseconds
 * @returns what the work gives; undefined when its time was up
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
