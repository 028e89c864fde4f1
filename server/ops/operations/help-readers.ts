import { and, count, eq, max } from 'drizzle-orm'
import * as z from 'zod'
import {
  describeAnonymization,
  resendActivationEmail,
  sendPasswordLink,
} from '#server/modules/identity/index.ts'
import { mailedLinks } from '#server/modules/identity/tables.ts'
import { requestAnonymization, withdrawAnonymization } from '#server/modules/privacy/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { Id, Instant } from '../fields.ts'
import { aboutReader, defineWrite, defineWriteInPieces, refusal } from '../operation.ts'
import { requireNotBanned, requireReader } from './change-reader.ts'

const Reader = z.object({ id: Id })
const Links = z.object({ id: Id, links_sent: z.int(), last_sent_at: Instant.nullable() })

/** What support does for a reader who asked for it; the reader is told by mail, as if they had done it themselves. */
export const helpReaderOperations = [
  // The rate limit uses a connection of its own, and stays counted when the rest is refused.
  defineWriteInPieces({
    name: 'readers resend-activation',
    summary: 'Mails the activation link again: at most three in an hour, the reader’s own counted too.',
    http: { method: 'POST', path: '/readers/:id/resend-activation' },
    scope: 'readers:write',
    refusals: ['user_not_found', 'account_already_confirmed', 'too_many_activation_emails'],
    input: Reader,
    output: Links,
    run: async (deps, { id }) => {
      await deps.db.transaction(tx => requireNotBanned(tx, id))
      const before = await linksOf(deps.db, id, 'activation')
      await resendActivationEmail(deps, { userId: id })
      const after = await linksOf(deps.db, id, 'activation')
      return { answer: { id, ...after }, ...aboutReader(id), before, after }
    },
  }),

  defineWriteInPieces({
    name: 'readers send-password-link',
    summary: 'Mails a link to choose a password: at most three in an hour, the reader’s own counted too.',
    http: { method: 'POST', path: '/readers/:id/send-password-link' },
    scope: 'readers:write',
    refusals: ['user_not_found', 'too_many_requests'],
    input: Reader,
    output: Links,
    run: async (deps, { id }) => {
      const reader = await deps.db.transaction(tx => requireNotBanned(tx, id))
      const before = await linksOf(deps.db, id, 'new_password')
      await sendPasswordLink(deps, reader)
      const after = await linksOf(deps.db, id, 'new_password')
      return { answer: { id, ...after }, ...aboutReader(id), before, after }
    },
  }),

  defineWrite({
    name: 'readers request-deletion',
    summary: 'Asks for a reader’s anonymization in 30 days; nothing is charged from now on.',
    http: { method: 'POST', path: '/readers/:id/request-deletion' },
    scope: 'readers:write',
    refusals: ['user_not_found'],
    input: Reader,
    output: z.object({ id: Id, requested_at: Instant, due_at: Instant }),
    run: async ({ tx, ...deps }, { id }) => {
      const reader = await requireReader(tx, id)
      const asked = reader.anonymizationRequestedAt
      const after = await requestAnonymization(deps, { userId: id })
      const before = asked === null ? null : describeAnonymization(asked)
      return { answer: { id, ...after }, ...aboutReader(id), before, after }
    },
  }),

  defineWrite({
    name: 'readers withdraw-deletion',
    summary: 'Takes a wish for anonymization back, as long as nothing was erased.',
    http: { method: 'POST', path: '/readers/:id/withdraw-deletion' },
    scope: 'readers:write',
    refusals: ['user_not_found'],
    input: Reader,
    output: z.object({ id: Id }),
    run: async ({ tx, ...deps }, { id }) => {
      const reader = await requireReader(tx, id)
      const asked = reader.anonymizationRequestedAt
      if (asked === null) throw refusal('This reader has not asked for a deletion.')
      await withdrawAnonymization(deps, { userId: id })
      return { answer: { id }, ...aboutReader(id), before: describeAnonymization(asked), after: null }
    },
  }),
]

async function linksOf(db: Db, userId: number, kind: 'activation' | 'new_password') {
  const [links] = await db
    .select({ sent: count(), last: max(mailedLinks.sentAt) })
    .from(mailedLinks)
    .where(and(eq(mailedLinks.userId, userId), eq(mailedLinks.kind, kind)))
  return { links_sent: links?.sent ?? 0, last_sent_at: links?.last?.toString() ?? null }
}
