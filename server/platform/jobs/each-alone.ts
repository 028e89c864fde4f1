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

/** Items of one query. */
const batch = 100

/** Which items of a task a query is to find. */
export type Page = {
  /** Those after the last page that are not put off because they failed, by the column of their id. */
  isNext: (id: SQLWrapper) => SQL | undefined
  /** Most of them, in the order of their ids. */
  limit: number
}

/**
 * Does something with each item that is due, each tried alone: one that fails is logged by its id, counted, shown to
 * staff and tried again later, each time after a longer while, and no other waits for it. Several processes may do it
 * at once, if `act` bears it.
 *
 * @param task.name in words of ours, e.g. `expire-orders`; a label of metrics
 * @param task.find a page of the items that are due
 * @param task.act handles one
 * @param signal ends it between two items
 * @returns how many were handled
 * @throws when the items cannot be found, or the database takes no note of a failure
 */
export async function eachAlone<Found extends { id: number | string }>(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  task: { name: string; find: (page: Page) => Promise<Found[]>; act: (item: Found) => Promise<unknown> },
  signal?: AbortSignal,
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
