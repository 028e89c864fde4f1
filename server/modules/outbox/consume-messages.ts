import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { Deps } from '#server/platform/deps.ts'
import { FinalFailure } from '#server/platform/jobs/final-failure.ts'
import type { Queue } from '#server/platform/jobs/jobs.ts'
import { describeShortly } from '#server/platform/telemetry/log.ts'
import { isOfErased } from './store.ts'
import { outboxMessages } from './tables.ts'

const Job = z.object({ id: z.int() })

/**
 * Consumes a queue of messages, and keeps what became of one that was not sent: to be tried again, refused for good, or
 * given up after its last try. Then one to an erased reader goes: it is all that still names the address.
 *
 * @param deliver sends the message with an id, and throws when it is not sent
 */
export const consumeMessages = (
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  queue: Queue,
  deliver: (id: number) => Promise<void>,
): Promise<void> =>
  jobs.consume(queue, async (data, isLastTry) => {
    const { id } = Job.parse(data)
    try {
      await deliver(id)
    } catch (error) {
      const isRefused = error instanceof FinalFailure
      const unsent = and(eq(outboxMessages.id, id), isNull(outboxMessages.deliveredAt))
      if (isRefused || isLastTry) await db.delete(outboxMessages).where(and(unsent, isOfErased(db)))
      await db
        .update(outboxMessages)
        .set({
          failure: describeShortly(error),
          refusedAt: isRefused ? clock.now() : null,
          givenUpAt: isLastTry && !isRefused ? clock.now() : null,
        })
        .where(unsent)
      throw error
    }
  })
