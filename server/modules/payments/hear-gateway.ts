import * as z from 'zod'
import { followDispute } from './disputes/follow-dispute.ts'
import { followCard } from './follow-card.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { newsQueue } from './queues.ts'
import { noteFailedRefund } from './refunds/note-failed-refund.ts'

const Heard = z.object({ about: z.enum(['card', 'refund', 'dispute']), id: z.string() })

/** Consumes the queue in a worker process: asks the gateway about each card, dispute and refund of which it had news. */
export const consumeNews = (deps: PaymentsDeps): Promise<void> =>
  deps.jobs.consume(newsQueue, async data => {
    const { about, id } = Heard.parse(data)
    await hear[about](deps, id)
  })

const hear = { card: followCard, dispute: followDispute, refund: noteFailedRefund }
