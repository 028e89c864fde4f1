import { type BoundedQueue, createBoundedQueue } from './bounded-queue.ts'
import { type Db, heldFor, type Tx } from './database.ts'

const inTurn = (atOnce: number) => createBoundedQueue({ atOnce, waiting: Infinity, retryAfterS: 0 })

/**
 * All that may hold a connection while something outside answers, each with how many a process holds at most: work of
 * workers, which locks what it tells of. A request never does (docs/decisions/034-one-connection-a-request.md).
 */
const places = {
  /** Two batches that are charged, and one of charges that are asked about. */
  charges: inTurn(3),
  mails: inTurn(1),
  texts: inTurn(1),
} satisfies Record<string, BoundedQueue>

export type HoldingPlace = keyof typeof places
export const holdingPlaces = Object.keys(places)

/**
 * Runs a transaction in which something outside is asked. PostgreSQL ends it when that takes longer than a minute
 * (`idle_in_transaction_session_timeout`); then it is rolled back, and the work is done again.
 *
 * @param place one of the few that may
 */
export const holdConnection = <T>(db: Db, place: HoldingPlace, work: (tx: Tx) => Promise<T>): Promise<T> =>
  places[place](() => db.transaction(tx => heldFor.run(place, async () => work(tx))))
