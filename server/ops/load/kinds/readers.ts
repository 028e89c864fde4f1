import * as z from 'zod'
import { Locale } from '#contract/wire.ts'
import { hashPassword } from '#server/modules/identity/passwords/hash-password.ts'
import { isKnownHash } from '#server/modules/identity/passwords/known-hashes.ts'
import { users } from '#server/modules/identity/tables.ts'
import { isAnyOf } from '#server/platform/database/is-any-of.ts'
import { Key, ReaderEmail, Text, Texts } from '../fields.ts'
import { defineKind, type LoadContext } from '../kind.ts'
import { findReader, missing } from '../references.ts'
import { FileTime } from '../times.ts'
import { upsertRow } from '../upsert-row.ts'

const Reader = z
  .strictObject({
    email: ReaderEmail,
    foreign_id: Key.optional(),
    name: Text.optional(),
    // What the reader is here to show: read by the list of demo readers, never kept.
    situation: Key.optional(),
    note: Texts.optional(),
    password: Text.optional(),
    password_hash: z
      .string()
      .refine(isKnownHash, 'is no hash that can be checked; see demo/README.md for the known ones.')
      .optional(),
    locale: Locale,
    confirmed: z.boolean(),
    registered: FileTime,
    registered_via: z.enum(['web', 'sms', 'google', 'facebook', 'apple']),
    phone: z
      .string()
      .regex(/^09\d{8}$/)
      .optional(),
    main_account: ReaderEmail.optional(),
    anonymization_requested: FileTime.optional(),
  })
  .refine(reader => reader.password === undefined || reader.password_hash === undefined, {
    path: ['password'],
    message: 'and "password_hash" are both there; keep one of them.',
  })
type Reader = z.output<typeof Reader>

/** Readers. Existing ones keep what they may have changed: name, language, phone, password, confirmation. */
export const readersKind = defineKind({
  name: 'readers',
  schema: Reader,
  keyOf: reader => reader.email,
  isBatched: true,
  afterOf: reader => [reader.main_account],
  write: async (context, reader) => {
    if (await hasMoved(context, reader)) return 'unchanged'
    const { now } = context
    const registeredAt = reader.registered.at(now)
    const mainAccountId = await findMainId(context, reader)
    const theirs = ['name', 'confirmedAt', 'passwordHash', 'locale', 'phone', 'mainAccountId'] as const
    const time = reader.registered.isRelative ? (['registeredAt'] as const) : []
    const once = [...theirs, 'anonymizationRequestedAt', ...time] as const
    return upsertRow(context, users, ['email'], once, {
      email: reader.email,
      foreignId: reader.foreign_id ?? null,
      name: reader.name ?? null,
      confirmedAt: reader.confirmed ? registeredAt : null,
      passwordHash: await passwordHashOf(context, reader),
      locale: reader.locale,
      registeredAt,
      registeredVia: reader.registered_via,
      phone: reader.phone ?? null,
      mainAccountId,
      anonymizationRequestedAt: reader.anonymization_requested?.at(now) ?? null,
    })
  },
})

/** Whether its reader, known by the id of the former system, has another e-mail by now, and nobody has that of the file. */
async function hasMoved(context: LoadContext, { email, foreign_id: foreignId }: Reader): Promise<boolean> {
  if (foreignId === undefined) return false
  const known = await context.batches.find('find readers by foreign id', foreignId, ids =>
    context.tx
      .select({ key: users.foreignId, email: users.email })
      .from(users)
      .where(isAnyOf(users.foreignId, ids)),
  )
  if (!known || known.email === email || (await findReader(context, email))) return false
  context.moved.set(email, known.email)
  return true
}

/** The main account of its account: one that is linked itself stands for the one to which it is linked. */
async function findMainId(context: LoadContext, { main_account: email }: Reader): Promise<number | null> {
  if (email === undefined) return null
  const account = (await findReader(context, email)) ?? missing(['main_account'], 'reader', email, 'readers')
  return account.mainId ?? account.id
}

async function passwordHashOf(context: LoadContext, reader: Reader): Promise<string | null> {
  const { password, password_hash: given } = reader
  if (password === undefined) return given ?? null
  const known = await findReader(context, reader.email)
  // Slow hashing is skipped for a reader who exists.
  if (known) return known.hash
  const hash = context.passwordHashes.get(password) ?? hashPassword(password)
  context.passwordHashes.set(password, hash)
  return hash
}
