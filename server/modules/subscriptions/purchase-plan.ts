/** A period in which a reader reads, as far as it matters to what is paid for next. */
export type Paid = {
  id: number
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  access: readonly string[]
  /** For how many people it is; 1 for a place in somebody else's. */
  seats: number
  /** A place in somebody else's subscription, which they may take back. */
  isSeat: boolean
}

/** Whether one product gives all that another one gives; how many devices may read is a measure of its own. */
export const covers = (access: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every(flag => flag.startsWith('device') || access.includes(flag))

/** Whether one gives all that another one gives, and to as many people. */
const contains = (one: Paid, other: Paid): boolean =>
  covers(one.access, other.access) && one.seats >= other.seats

/**
 * The last of the periods that are paid for without a gap from the end of one on, each giving all that it gives: its
 * renewal is charged at the end of that one (R11.01).
 *
 * @param held all that the reader has; a place in somebody else's may be taken back, so nothing is counted on it
 * @returns the one given when nothing follows it
 */
export function lastPaid<P extends Paid>(from: Paid, held: readonly P[]): Paid | P {
  const next = held.find(
    each =>
      !each.isSeat &&
      Temporal.Instant.compare(each.startsAt, from.endsAt) <= 0 &&
      Temporal.Instant.compare(each.endsAt, from.endsAt) > 0 &&
      contains(each, from),
  )
  // What follows only has to give what the first one does.
  return next ? lastPaid({ ...from, id: next.id, endsAt: next.endsAt }, held) : from
}
