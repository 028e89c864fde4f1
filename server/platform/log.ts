import { type Logger, pino } from 'pino'

export type Log = Logger

/**
 * The structured log. Nothing personal goes in: requests are logged by route pattern, never by address, and
 * errors by kind and stack, since the message of a database error may carry what a reader typed.
 *
 * @param level least level that is written, `silent` for none
 */
export const createLog = (level: string): Log =>
  pino({ level, serializers: { err: describeError }, base: null, timestamp: pino.stdTimeFunctions.isoTime })

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
