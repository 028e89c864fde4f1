import { inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { Provider } from '#contract/identity/provider.ts'
import { externAccounts } from '#server/modules/identity/tables.ts'
import { Key, ReaderEmail } from '../fields.ts'
import { defineKind, type LoadContext } from '../kind.ts'
import { findReaderId } from '../references.ts'
import { FileTime } from '../times.ts'
import { upsertRow } from '../upsert-row.ts'

const LinkedAccount = z.strictObject({
  reader: ReaderEmail,
  provider: Provider,
  subject: Key,
  email: z.email().optional(),
  linked_at: FileTime,
})

/** Accounts of other providers with which readers sign in. One that its reader has replaced since stays replaced. */
export const linkedAccountsKind = defineKind({
  name: 'linked-accounts',
  schema: LinkedAccount,
  keyOf: account => `${account.provider} ${account.subject}`,
  isBatched: true,
  write: async (context, { reader, provider, subject, email, linked_at: linked }) => {
    const userId = await findReaderId(context, reader)
    const linkedAt = linked.at(context.now)
    const present = await findLinked(context, userId, provider)
    const isReplaced =
      present && present.subject !== subject && Temporal.Instant.compare(present.linkedAt, linkedAt) > 0
    if (isReplaced) return 'unchanged'
    return upsertRow(context, externAccounts, ['provider', 'subject'], ['userId', 'linkedAt'], {
      userId,
      provider,
      subject,
      email: email ?? null,
      linkedAt,
    })
  },
})

/** The reader's account of a provider, of which there is one at most. */
const findLinked = ({ tx, batches }: LoadContext, userId: number, provider: string) =>
  batches.find('find linked accounts', `${userId} ${provider}`, keys => {
    const key = sql<string>`${externAccounts.userId} || ' ' || ${externAccounts.provider}`
    const ids = keys.map(each => Number(each.split(' ', 1)[0]))
    return tx
      .select({ key, subject: externAccounts.subject, linkedAt: externAccounts.linkedAt })
      .from(externAccounts)
      .where(inArray(externAccounts.userId, ids))
  })
