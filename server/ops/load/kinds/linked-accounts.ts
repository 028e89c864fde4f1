import * as z from 'zod'
import { Provider } from '#contract/identity/provider.ts'
import { externAccounts } from '#server/modules/identity/tables.ts'
import { Key, ReaderEmail } from '../fields.ts'
import { defineKind } from '../kind.ts'
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

/** Accounts of other providers with which readers sign in. */
export const linkedAccountsKind = defineKind({
  name: 'linked-accounts',
  schema: LinkedAccount,
  keyOf: account => `${account.provider} ${account.subject}`,
  isBatched: true,
  write: async (context, account) =>
    upsertRow(context, externAccounts, ['provider', 'subject'], ['userId', 'linkedAt'], {
      userId: await findReaderId(context, account.reader),
      provider: account.provider,
      subject: account.subject,
      email: account.email ?? null,
      linkedAt: account.linked_at.at(context.now),
    }),
})
