import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { lockReader } from '#server/modules/identity/index.ts'
import type { users } from '#server/modules/identity/tables.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { Id } from '../fields.ts'
import { aboutReader, type Json, type OperationContext, refusal } from '../operation.ts'
import { describeReader, ReaderDescription } from './describe-reader.ts'

type Reader = typeof users.$inferSelect

/** Input of every change of a reader. */
export const ReaderChange = z.object({
  id: Id.describe('the reader'),
  reason: z.string().trim().min(3).max(300).describe('why, for the audit log'),
})

/**
 * Changes something about a reader.
 *
 * @param require which readers it may be done for
 * @returns what support sees of the reader afterwards; for the audit log, the part of it that differs
 */
export async function changeReader(
  context: OperationContext & { tx: Tx },
  { id, reason }: z.output<typeof ReaderChange>,
  require: (tx: Tx, id: number) => Promise<Reader>,
  change: (reader: Reader) => Promise<unknown>,
) {
  const reader = await require(context.tx, id)
  // Parsed, since the audit log keeps no more than support is shown.
  const describe = async () => ReaderDescription.parse(await describeReader(context, id))
  const before = await describe()
  await change(reader)
  const after = await describe()
  const former = new Map<string, Json>(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([field, value]) => field !== 'mails' && !isDeepStrictEqual(former.get(field), value),
  )
  const was = changed.map(([field]) => [field, former.get(field)])
  return {
    answer: after,
    ...aboutReader(id),
    before: Object.fromEntries(was),
    after: { ...Object.fromEntries(changed), reason },
  }
}

/** The reader, locked. @throws AppError `user_not_found`, `operation_refused` when erased */
export async function requireReader(tx: Tx, id: number): Promise<Reader> {
  const reader = await lockReader(tx, id)
  if (!reader) throw new AppError('user_not_found')
  if (reader.anonymizedAt !== null) throw refusal('This reader’s data were erased.')
  return reader
}

/** The same; refuses a banned one too. */
export async function requireNotBanned(tx: Tx, id: number): Promise<Reader> {
  const reader = await requireReader(tx, id)
  if (reader.blockedAt === null) return reader
  throw refusal('This reader is banned: lift the ban first ("readers unban").')
}

/** The same; refuses one whose account is to be deleted too. */
export async function requireActive(tx: Tx, id: number): Promise<Reader> {
  const reader = await requireNotBanned(tx, id)
  if (reader.anonymizationRequestedAt === null) return reader
  throw refusal('This reader’s account is to be deleted: take that back first ("readers withdraw-deletion").')
}
