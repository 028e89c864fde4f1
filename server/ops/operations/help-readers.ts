import { and, count, eq, max } from 'drizzle-orm'
import * as z from 'zod'
import { describeAnonymization, lockReader, resendActivationEmail } from '#server/modules/identity/index.ts'
import { mailedLinks } from '#server/modules/identity/tables.ts'
import { requestAnonymization, withdrawAnonymization } from '#server/modules/privacy/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { Id, Instant } from '../fields.ts'
import { defineWrite, defineWriteInPieces, refusal } from '../operation.ts'

const Reader = z.object({ id: Id })

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
    output: z.object({ id: Id, links_sent: z.int(), last_sent_at: Instant.nullable() }),
    run: async (deps, { id }) => {
      await deps.db.transaction(tx => requireReader(tx, id))
      const before = await linksOf(deps.db, id)
      await resendActivationEmail(deps, { userId: id })
      const after = await linksOf(deps.db, id)
      return { answer: { id, ...after }, ...about(id), before, after }
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
      return { answer: { id, ...after }, ...about(id), before, after }
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
      return { answer: { id }, ...about(id), before: describeAnonymization(asked), after: null }
    },
  }),
]

/** The reader, locked; refuses an erased one. */
async function requireReader(tx: Tx, id: number) {
  const reader = await lockReader(tx, id)
  if (!reader) throw new AppError('user_not_found')
  if (reader.anonymizedAt !== null) throw refusal('This reader’s data were erased.')
  return reader
}

async function linksOf(tx: Db | Tx, userId: number) {
  const [links] = await tx
    .select({ sent: count(), last: max(mailedLinks.sentAt) })
    .from(mailedLinks)
    .where(and(eq(mailedLinks.userId, userId), eq(mailedLinks.kind, 'activation')))
  return { links_sent: links?.sent ?? 0, last_sent_at: links?.last?.toString() ?? null }
}

const about = (id: number) => ({ target: `reader ${id}`, readerId: id })
