import { type BoundedQueue, createBoundedQueue } from './bounded-queue.ts'
import { type Db, heldFor, type Tx } from './database.ts'

const queueOf = (atOnce: number) => createBoundedQueue({ atOnce, waiting: Infinity, retryAfterS: 0 })

/**
 * The only work that may hold a connection while something outside answers, with the most connections that a
 * process holds for each: work of workers, which locks its rows meanwhile. A request never does
 * (docs/decisions/034-one-connection-a-request.md).
 */
const places = {
  /** Two batches that are charged, and one of charges with unknown results. */
  charges: queueOf(3),
  mails: queueOf(1),
  texts: queueOf(1),
} satisfies Record<string, BoundedQueue>

export type HoldingPlace = keyof typeof places
export const holdingPlaces = Object.keys(places)

/**
 * Runs a transaction that calls something outside. PostgreSQL ends it when that takes longer than a minute
 * (`idle_in_transaction_session_timeout`); then it is rolled back and retried.
 *
 * @param place one of the few that are allowed to
 */
export const holdConnection = <T>(db: Db, place: HoldingPlace, work: (tx: Tx) => Promise<T>): Promise<T> =>
  places[place](() => db.transaction(tx => heldFor.run(place, async () => work(tx))))
