import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { listSignups as endpoint, NewsletterSignup } from '#contract/newsletters/newsletters.ts'
import type { Actor } from '#server/platform/http/route.ts'
import type { NewslettersDeps } from './newsletters-deps.ts'
import { findPausedUntil, findReader, findSignups, type SignupRow } from './store.ts'

/**
 * A reader's sign-ups and sign-offs. Until the address is verified, the reader sees none of the decisions made for it.
 */
export async function listSignups(
  deps: NewslettersDeps,
  actor: Actor,
): Promise<EndpointAnswer<typeof endpoint>> {
  const [reader, subscriber] = await Promise.all([
    findReader(deps.db, actor.userId),
    deps.isSubscriber(deps.db, actor.userId),
  ])
  if (reader?.recipientId == null || reader.confirmedAt === null) {
    return { subscriber, paused_until: null, items: [] }
  }
  const now = deps.clock.now()
  const [rows, pausedUntil] = await Promise.all([
    findSignups(deps.db, reader.recipientId),
    findPausedUntil(deps.db, reader.recipientId, now),
  ])
  return { subscriber, paused_until: pausedUntil, items: rows.map(row => toSignup(row, now)) }
}

/** A decision as the API sends it; a snooze that is over is left out. */
export function toSignup(row: SignupRow, now: Temporal.Instant): NewsletterSignup {
  return {
    code: row.newsletterCode,
    state: row.state,
    changed_at: row.changedAt.toString(),
    snoozed_until: runningSnooze(row, now),
  }
}

/** End of the snooze of what is on, unless it has passed. */
export const runningSnooze = (
  { state, snoozedUntil: until }: Pick<SignupRow, 'state' | 'snoozedUntil'>,
  now: Temporal.Instant,
): string | null =>
  state === 'on' && until !== null && Temporal.Instant.compare(now, until) < 0 ? until.toString() : null
