import { type Logger, pino } from 'pino'
import type { Failure } from '#contract/error-reports/error-report.ts'

export type Log = Logger

/**
 * The structured log, without personal data: requests are logged by route pattern, never by address, and errors
 * by kind and stack, since the message of a database error may contain a reader's input.
 *
 * @param level lowest level that is written, `silent` for none
 * @param onError called with every logged error
 * @param fileDescriptor to which it is written; standard output unless told otherwise
 */
export const createLog = (
  level: string,
  onError?: (failure: Failure) => void,
  fileDescriptor: 1 | 2 = 1,
): Log =>
  pino(
    {
      level,
      serializers: { err: describeError },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(onError && {
        hooks: {
          logMethod(args, write, importance) {
            if (importance >= errorLevel) tell(onError, args, importance)
            return write.apply(this, args)
          },
        },
      }),
    },
    pino.destination(fileDescriptor),
  )

/** Pino's number of the level. */
const errorLevel = 50
const fatalLevel = 60

/**
 * Texts logged beside an error (a route's pattern, a task's name) are our own, so they hold nothing personal.
 */
function tell(onError: (failure: Failure) => void, args: readonly unknown[], importance: number): void {
  const [fields, message] = args
  if (typeof fields !== 'object' || fields === null || !('err' in fields)) return
  const named = ['route', 'task', 'part'].flatMap(
    name => Object.entries(fields).find(([key]) => key === name)?.[1] ?? [],
  )
  const where = [message, ...named].filter(part => typeof part === 'string').join(': ')
  onError({ error: fields.err, where, level: importance >= fatalLevel ? 'fatal' : 'error' })
}

/** Kind and code of an error, e.g. `Error ECONNREFUSED`. */
export function describeShortly(error: unknown): string {
  const { kind, code } = describeError(error)
  return [kind, code].filter(Boolean).join(' ')
}

/** Kind, code and stack frames of an error, without its message. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error }
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line)) ?? []
  return {
    kind: error.name,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: frames.slice(0, 12).map(line => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
