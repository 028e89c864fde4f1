import * as z from 'zod'
import { normaliseEmail } from '#server/modules/identity/index.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { findNumbered } from './store.ts'
import { receive } from './withdraw.ts'
import { mailReceived, mailRefused } from './withdrawal-mail.ts'

const queue = 'withdraw'

const Received = z.object({ number: z.string(), email: z.string(), at: z.string() })

/**
 * Receives a withdrawal from an order, named by its number and e-mail, without signing in (R11.07). The same job is queued
 * whether or not there is such an order, so neither the answer nor its time tells; the order's own address gets a mail.
 *
 * @returns the moment of receipt
 * @throws AppError `too_many_requests`
 */
export async function withdrawByNumber(
  deps: PaymentsDeps,
  input: Caller & { number: string; email: string },
): Promise<{ received_at: string }> {
  const email = normaliseEmail(input.email)
  const at = deps.clock.now().toString()
  const counted = [
    [limits.withdrawalsByAddress, input.ip],
    [limits.withdrawalsByEmail, email],
  ] as const
  const data = { number: input.number, email, at } satisfies z.infer<typeof Received>
  await deps.limiter.attempt(
    counted,
    () => deps.db.transaction(tx => deps.jobs.enqueue(tx, queue, data)),
    input,
  )
  return { received_at: at }
}

/** Consumes the queue in a worker process. */
export const consumeWithdrawals = (deps: PaymentsDeps): Promise<void> =>
  deps.jobs.consume(queue, async data => answer(deps, Received.parse(data)))

async function answer(deps: PaymentsDeps, { number, email, at }: z.infer<typeof Received>): Promise<void> {
  const found = await findNumbered(deps.db, { number, email })
  if (!found) return
  const told = { userId: found.userId, number }
  await deps.db.transaction(async tx => {
    const done = await receive(tx, deps, { ...found, by: 'visitor', at: Temporal.Instant.from(at) })
    if (!done) return mailRefused(tx, deps, { ...told, verdict: 'none' })
    const { row, verdict } = done
    if (verdict === 'late' || verdict === 'refunded') {
      return mailRefused(tx, deps, { ...told, verdict, row })
    }
    if (verdict === 'withdrawn') await mailReceived(tx, deps, row)
  })
}
