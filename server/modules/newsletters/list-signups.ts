import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { listSignups as endpoint, NewsletterSignup } from '#contract/newsletters/newsletters.ts'
import type { Actor } from '#server/platform/http/route.ts'
import type { NewslettersDeps } from './newsletters-deps.ts'
import { findReader, findSignups, type SignupRow } from './store.ts'

/**
 * What a reader gets and what the reader signed off from. Whoever has not proven the address sees nothing of what
 * was decided for it.
 */
export async function listSignups(
  deps: NewslettersDeps,
  actor: Actor,
): Promise<EndpointAnswer<typeof endpoint>> {
  const [reader, subscriber] = await Promise.all([
    findReader(deps.db, actor.userId),
    deps.isSubscriber(deps.db, actor.userId),
  ])
  const known = reader?.recipientId != null && reader.confirmedAt !== null
  const rows = known && reader.recipientId !== null ? await findSignups(deps.db, reader.recipientId) : []
  return { subscriber, items: rows.map(row => toSignup(row, deps.clock.now())) }
}

/** A decision as the wire has it; a snooze that is over is not told. */
export function toSignup(row: SignupRow, now: Temporal.Instant): NewsletterSignup {
  return {
    code: row.newsletterCode,
    state: row.state,
    changed_at: row.changedAt.toString(),
    snoozed_until: runningSnooze(row.snoozedUntil, now),
  }
}

/** Till when nothing is sent, unless that has passed. */
export const runningSnooze = (until: Temporal.Instant | null, now: Temporal.Instant): string | null =>
  until !== null && Temporal.Instant.compare(now, until) < 0 ? until.toString() : null
