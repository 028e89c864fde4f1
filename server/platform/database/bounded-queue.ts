import { AppError } from '#server/platform/app-error.ts'

export type BoundedQueue = {
  /** Runs the work in its turn; throws AppError `service_unavailable` when the queue is full. */
  <T>(work: () => Promise<T>): Promise<T>
  /** How many run and how many wait right now. */
  load: () => { running: number; waiting: number }
}

/**
 * Lets a few pieces of costly work run at once and a few more wait; whoever comes on top is told at once to come
 * later, so that a flood of sign-ins cannot starve every other request of memory and processor.
 *
 * @param limits.atOnce how many run at the same time
 * @param limits.waiting how many may wait for their turn, in order of arrival
 * @param limits.retryAfterS what the others are told, in seconds
 */
export function createBoundedQueue(limits: {
  atOnce: number
  waiting: number
  retryAfterS: number
}): BoundedQueue {
  const turns: (() => void)[] = []
  let running = 0

  const takeTurn = async () => {
    if (running < limits.atOnce) {
      running += 1
      return
    }
    if (turns.length >= limits.waiting) {
      throw new AppError('service_unavailable', { retryAfterS: limits.retryAfterS })
    }
    // Whoever finishes hands its place over, so the number of the running stays the same.
    await new Promise<void>(resolve => turns.push(resolve))
  }
  const giveTurn = () => {
    const next = turns.shift()
    if (next) next()
    else running -= 1
  }

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    await takeTurn()
    try {
      return await work()
    } finally {
      giveTurn()
    }
  }
  return Object.assign(run, { load: () => ({ running, waiting: turns.length }) })
}
