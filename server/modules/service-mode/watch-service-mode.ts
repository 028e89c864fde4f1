import type { Deps } from '#server/platform/deps.ts'
import { within } from '#server/platform/timeout.ts'
import { readServiceMode, type SetMode } from './store.ts'

/** How old what is known may be, in milliseconds: within that every server follows. */
export const freshMs = 2000
/** A request goes on by what is known rather than wait longer. */
const patienceMs = 300

/** The mode that holds now, at the cost of a query every two seconds at most. */
export type CurrentMode = () => Promise<SetMode | undefined>

/** Watches the mode for one server; where the database does not answer, the last known one holds. */
export function watchServiceMode(deps: Pick<Deps, 'db' | 'clock' | 'log'>): CurrentMode {
  let known: SetMode | undefined
  let askedAtMs = Number.NEGATIVE_INFINITY
  let asked: Promise<unknown> = Promise.resolve()
  const ask = async () => {
    try {
      known = await readServiceMode(deps)
    } catch (error) {
      deps.log.warn({ err: error }, 'the service mode could not be read')
    }
  }
  return async () => {
    const now = deps.clock.now()
    // The demo's clock may be set back.
    if (Math.abs(now.epochMilliseconds - askedAtMs) >= freshMs) {
      askedAtMs = now.epochMilliseconds
      asked = within(patienceMs, ask())
    }
    await asked
    return known?.until && Temporal.Instant.compare(known.until, now) <= 0 ? undefined : known
  }
}
