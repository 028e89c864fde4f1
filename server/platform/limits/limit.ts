import type { PlainErrorKey } from '../app-error.ts'

/** One rate limit. docs/limits.md lists all of them; a test compares. */
export type Limit = {
  name: string
  /** What is counted, as docs/limits.md says it. */
  what: string
  /** Key of the counter. An address is counted by its subscriber (`subscriber.ts`). */
  per: string
  /** Most in one window. */
  points: number
  windowS: number
  /**
   * `all` unless said otherwise; `misses`: only what turned out wrong stays counted; `done`: only what was not refused
   * does; `rows`: the rows of the fact itself are counted.
   */
  counts: 'all' | 'misses' | 'done' | 'rows'
  /** Error key when exceeded; `too_many_requests` when not given. */
  refusal?: PlainErrorKey
  /** From so many on a captcha is asked for; attempts with a solved one are counted apart, up to so many. */
  captcha?: { from: number; upTo: number }
}

/** A limit as its list has it. */
export type LimitLine = Omit<Limit, 'name' | 'counts'> & Partial<Pick<Limit, 'counts'>>

/** Windows of limits, in seconds. */
export const minuteS = 60
export const hourS = 60 * minuteS
export const dayS = 24 * hourS

const units = [
  [dayS, 'day'],
  [hourS, 'hour'],
  [minuteS, 'minute'],
] as const

/** The window of a limit, e.g. `15 minutes`. */
export function windowInWords({ windowS }: Pick<Limit, 'windowS'>): string {
  const [unitS, unit] = units.find(([each]) => windowS % each === 0) ?? [1, 'second']
  return windowS === unitS ? `1 ${unit}` : `${windowS / unitS} ${unit}s`
}
