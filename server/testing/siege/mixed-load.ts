import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../setup/cluster.ts'
import type { Besieged, BesiegedReader } from './besieged.ts'

type Call = { name: string; share: number; ask: (reader: BesiegedReader) => Promise<Answer> }

const isRead = ({ name }: Pick<Call, 'name'>) => name.startsWith('GET ')

/**
 * Most milliseconds of a call. A read's answer comes within 5 seconds whatever is broken, doubled for a busy machine. A write
 * takes what its network takes: given up halfway, it would tell its reader the opposite of what happened. Both end in time
 * with signing in anew, too.
 */
const longest = { readMs: 10_000, wholeMs: 20_000 }

/** What readers ask, with so many shares of all calls. */
function callsOf({ newsletter }: Pick<Besieged, 'newsletter'>): Call[] {
  const read = (path: string, share: number): Call => ({
    name: `GET ${path}`,
    share,
    ask: ({ ask, subscriptionId }) => ask('GET', path.replace(':id', String(subscriptionId))),
  })
  return [
    read('subscriptions', 8),
    read('payments', 3),
    read('newsletters', 2),
    read('sessions', 1),
    read('subscriptions/:id/changes', 1),
    read('subscriptions/:id/offers', 1),
    {
      name: 'PUT newsletters/:code',
      share: 2,
      ask: ({ ask }) => ask('PUT', `newsletters/${newsletter.code}`),
    },
  ]
}

type CallFigures = {
  /** From when each was to be sent, in milliseconds; with signing in anew where the session was over. */
  times: number[]
  /** The longest that one answer took, in milliseconds. */
  longestMs: number
  refused: number
}

/** Counts answers of calls, and what broke a law: none, one that was not to be expected, one that came far too late. */
export class Tally {
  readonly calls = new Map<string, CallFigures>()
  readonly broken: string[] = []

  /** @param due when it was to be sent; by when it is sent, where that is not given */
  async count(call: Call, reader: BesiegedReader, due = performance.now()): Promise<void> {
    const asked = performance.now()
    const answer = await call.ask(reader)
    const answered = performance.now()
    const figures = this.calls.get(call.name) ?? { times: [], longestMs: 0, refused: 0 }
    this.calls.set(call.name, figures)
    figures.times.push(answered - due)
    figures.longestMs = Math.max(figures.longestMs, answer?.tookMs ?? 0)
    // To be tried again: right while something is broken or the machine is busy, and told.
    const isRefused = answer?.status === 503 && answer.mayRetry
    if (isRefused) figures.refused++
    if (!answer || !(answer.status < 300 || isRefused)) {
      this.broken.push(`${call.name} answered ${answer?.status ?? 'nothing'}`)
    } else if (isRead(call) && answer.tookMs > longest.readMs) {
      this.broken.push(`${call.name} answered ${answer.status} after ${(answer.tookMs / 1000).toFixed(1)} s`)
    } else if (answered - asked > longest.wholeMs) {
      this.broken.push(`${call.name} took over ${longest.wholeMs} ms`)
    }
  }

  /** Of all calls together. */
  get all(): CallFigures {
    return this.#sum(() => true)
  }

  get reads(): CallFigures {
    return this.#sum(name => isRead({ name }))
  }

  #sum(isCounted: (name: string) => boolean): CallFigures {
    const each = [...this.calls].flatMap(([name, figures]) => (isCounted(name) ? [figures] : []))
    return {
      times: each.flatMap(({ times }) => times),
      longestMs: Math.max(0, ...each.map(({ longestMs }) => longestMs)),
      refused: each.reduce((sum, { refused }) => sum + refused, 0),
    }
  }
}

/** The time in milliseconds below which this part of the times is, 0 to 1. */
export const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

/** All calls in the order in which they come, by their shares. */
function* roundRobin(calls: readonly Call[]): Generator<Call, never> {
  const round = calls.flatMap(call => Array.from({ length: call.share }, () => call))
  for (let index = 0; ; index = (index + 7) % round.length) yield round[index] as Call
}

/** Calls per second that the machine does when it is asked without a pause (closed loop). */
export async function measureRate({ readers, ...besieged }: Besieged, seconds: number): Promise<number> {
  const tally = new Tally()
  const turns = roundRobin(callsOf(besieged))
  const begun = performance.now()
  const work = async (_: unknown, index: number) => {
    for (let turn = index; performance.now() - begun < seconds * 1000; turn += 16) {
      const reader = readers[turn % readers.length]
      if (reader) await tally.count(turns.next().value, reader)
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return tally.all.times.length / ((performance.now() - begun) / 1000)
}

/**
 * Holds a rate of calls, whether or not they are answered (open loop); a call's time counts from when it was to be sent.
 *
 * @param until tells by the number of calls sent when it is over
 */
export async function holdRate(
  { readers, ...besieged }: Besieged,
  perSecond: number,
  until: (sent: number) => boolean,
): Promise<Tally> {
  const tally = new Tally()
  const turns = roundRobin(callsOf(besieged))
  const under: Promise<void>[] = []
  const begun = performance.now()
  for (let sent = 0; !until(sent); sent++) {
    const due = begun + (sent * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await pause(wait)
    const reader = readers[sent % readers.length]
    if (reader) under.push(tally.count(turns.next().value, reader, due))
  }
  await Promise.all(under)
  return tally
}
