import { and, gt, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import {
  countItem,
  findFailedIds,
  forgetGone,
  isNotPutOff,
  noteFailure,
  noteSuccess,
} from './failed-items.ts'

/** Page size. */
const batch = 100

/** A page of due items (keyset pagination). */
export type Page = {
  /** Condition: id after the last page (the sort key), and not waiting for a retry. */
  isNext: (id: SQLWrapper) => SQL | undefined
  /** Page size; items are sorted by id. */
  limit: number
}

/**
 * Handles each due item on its own: one that fails is logged by its id, counted, shown to staff and retried
 * with exponential backoff, and blocks no other. Several processes may run it concurrently if `act` is safe
 * under that.
 *
 * @param signal aborts between two items
 * @param task.name in words of ours, e.g. `expire-orders`; a label of metrics
 * @param task.find a page of the items that are due
 * @param task.act handles one
 * @returns how many were handled
 * @throws when the items cannot be found, or a failure cannot be stored
 */
export async function eachAlone<Found extends { id: number | string }>(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  signal: AbortSignal | undefined,
  task: { name: string; find: (page: Page) => Promise<Found[]>; act: (item: Found) => Promise<unknown> },
): Promise<number> {
  const { name, find, act } = task
  const startedAt = deps.clock.now()
  const failing = await findFailedIds(deps.db, name)
  let done = 0
  let last: Found['id'] | undefined
  let found: Found[]
  do {
    const after = last
    found = await find({
      isNext: id =>
        and(after === undefined ? undefined : gt(id, after), isNotPutOff(name, id, deps.clock.now())),
      limit: batch,
    })
    for (const item of found) {
      if (signal?.aborted) return done
      last = item.id
      try {
        await act(item)
      } catch (error) {
        await noteFailure(deps, { task: name, id: item.id }, error)
        continue
      }
      done++
      countItem({ task: name, outcome: 'done' })
      if (failing.has(String(item.id))) await noteSuccess(deps.db, name, [item.id])
    }
  } while (found.length === batch)
  if (failing.size > 0) await forgetGone(deps, name, startedAt)
  return done
}
