import { AppError } from '#server/platform/app-error.ts'

export type BoundedQueue = {
  /** Runs the work when a slot is free; throws AppError `service_unavailable` when the queue is full. */
  <T>(work: () => Promise<T>): Promise<T>
  /** Current number of running and waiting. */
  load: () => { running: number; waiting: number }
}

/**
 * Limits concurrency of costly work (a semaphore with a bounded queue); what exceeds both is refused at once,
 * so that a flood of sign-ins cannot starve other requests of memory and processor.
 *
 * @param limits.atOnce how many run at the same time
 * @param limits.waiting how many may wait for their turn, in order of arrival
 * @param limits.retryAfterS Retry-After of a refusal, in seconds
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
    // Finished work hands its slot to the next in the queue, so `running` stays the same.
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
