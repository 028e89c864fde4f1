import { sql } from 'drizzle-orm'
import type { ErasedReader } from './personal-entry.ts'

// Conditions and values of the registry of personal data.

export const own = ({ id }: ErasedReader) => sql`user_id = ${id}`
/** The mailbox of the reader's own e-mail, and of a former one whose newsletters wait for the present one to be confirmed. */
export const ofMailbox = ({ id, email, isProven }: ErasedReader) =>
  sql`(${isProven} and email = ${email} or email in (select former_email from users own where id = ${id} and not exists (select from users other where other.email = own.former_email and other.confirmed_at is not null)))`
export const ofSubscriptions = ({ id }: ErasedReader) =>
  sql`subscription_id in (select id from subscriptions where user_id = ${id})`
export const ofRecipient = (reader: ErasedReader) =>
  sql`recipient_id in (select id from newsletter_recipients where ${ofMailbox(reader)})`
export const ofForum = ({ id }: ErasedReader) =>
  sql`select id from forum_members where reader = ${String(id)}`

/** No e-mail by its form, so that nobody has it already; a unique index would keep the row from being erased. */
export const erasedEmail = `'erased:' || id`
/** Random in any other access, and typed by nobody: `isErased` of the companies knows it. */
export const erasedLinkKey = `'erased-' || id`

/** A load knows what operators decided by the others (decision 046). */
export const undecided = `operation <> 'products change'`

/** When the shared subscription of a row ended; its first period stands for all by which it was renewed. */
export const sharedEnd = (table: string) =>
  `(select coalesce(shared.ends_at, own.ends_at) from shared_subscriptions shared join subscriptions own on own.id = shared.subscription_id where own.id = ${table}.subscription_id)`
