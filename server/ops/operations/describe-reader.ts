import { and, count, desc, eq, isNull, lt, max } from 'drizzle-orm'
import * as z from 'zod'
import { addresses } from '#server/modules/addresses/tables.ts'
import { listSharedSubscriptions } from '#server/modules/companies/index.ts'
import { deviceIdOf, findDevices } from '#server/modules/devices/index.ts'
import { forumProfiles } from '#server/modules/forum/tables.ts'
import { describeAnonymization } from '#server/modules/identity/index.ts'
import { externAccounts, mailedLinks, passkeys, sessions, users } from '#server/modules/identity/tables.ts'
import { listDocuments } from '#server/modules/invoices/index.ts'
import { findPausedUntil, findRecipientId } from '#server/modules/newsletters/index.ts'
import { newsletterRecipients, newsletterSignups } from '#server/modules/newsletters/tables.ts'
import { listMessagesTo } from '#server/modules/outbox/index.ts'
import { cards, payments } from '#server/modules/payments/tables.ts'
import { listSubscriptions } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inSnakeCase } from '#server/platform/formats/in-snake-case.ts'
import { Day, Id, Instant } from '../fields.ts'
import type { OperationContext } from '../operation.ts'

const Subscription = z.object({
  id: Id,
  product: z.string(),
  state: z.string(),
  from: Instant,
  to: Instant,
  price_cents: z.int(),
  renewal: z.string().describe('on, off or unavailable, and why'),
  next_charge_at: Instant.nullable(),
  planned_change: z.string().nullable().describe('the product that its reader has chosen to have next'),
})

/** A payment as support sees it. */
export const PaymentView = z.object({
  id: Id,
  at: Instant,
  paid_on: Day.nullable().describe('the day on which the money came'),
  product: z.string(),
  purpose: z.string(),
  method: z.string(),
  state: z.string(),
  amount_cents: z.int(),
  variable_symbol: z.string().nullable(),
  failure: z.string().nullable(),
})

const Device = z.object({ id: z.string(), name: z.string(), type: z.string(), last_used_at: Instant })

const Card = z.object({ id: Id, brand: z.string(), last4: z.string(), valid_until: Day })

const Address = z.object({
  id: Id,
  type: z.enum(['invoice', 'print']),
  company: z.string().nullable(),
  company_id: z.string().nullable().describe('registration number (IČO)'),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  zip: z.string().nullable(),
  country: z.string(),
})

/** A package of a company or a family that the reader manages. */
const Package = z.object({
  subscription_id: Id,
  kind: z.enum(['company', 'family']),
  company: z.string().nullable(),
  state: z.string(),
  seats: z.int(),
  used: z.int(),
})

/** A mail or text message as support sees it. */
export const MessageView = z.object({
  id: Id,
  channel: z.enum(['mail', 'sms']),
  kind: z.string(),
  queued_at: Instant,
  state: z
    .enum(['queued', 'delivered', 'failed', 'refused', 'given_up'])
    .describe(
      'a failed one is tried again; one that is refused, or given up after the last try, only by `jobs retry`',
    ),
  settled_at: Instant.nullable().describe('when it was delivered, refused or given up'),
  failure: z.string().nullable(),
})

/** What support is shown of a reader. */
export const ReaderDescription = z.object({
  id: Id,
  foreign_id: z.string().nullable().describe('in the system that the publisher came from'),
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  locale: z.string(),
  registered_at: Instant,
  registered_via: z.string(),
  confirmed_at: Instant.nullable(),
  activation_mailed_at: Instant.nullable().describe('when the last activation link was sent'),
  has_password: z.boolean(),
  linked_accounts: z.array(z.string()).describe('by provider; swg is Subscribe with Google'),
  passkeys: z.array(z.object({ id: z.string(), name: z.string() })),
  open_sessions: z.int(),
  last_used_at: Instant.nullable(),
  devices: z.array(Device),
  blocked_at: Instant.nullable(),
  deletion: z.object({ requested_at: Instant, due_at: Instant }).nullable(),
  deleted_at: Instant.nullable(),
  nickname: z.string().nullable(),
  forum_banned_at: Instant.nullable(),
  forum_ban_reason: z.string().nullable(),
  newsletters: z.array(z.string()).describe('codes of those that the mailbox is signed up for'),
  newsletters_paused_until: Day.nullable().describe(
    'the first day on which they are sent again; null unless paused',
  ),
  subscriptions: z.array(Subscription),
  payments: z.array(PaymentView).describe('the last ten'),
  documents: z.array(z.object({ number: z.string(), issued_on: Day })).describe('the last ten'),
  cards: z.array(Card),
  addresses: z.array(Address),
  packages: z.array(Package).describe('of companies and families, that the reader manages'),
  mails: z.array(MessageView).describe('the last twenty that were sent to the account’s address'),
})

/** Collects what support needs to know about a reader. @throws AppError `user_not_found` */
export async function describeReader(
  context: OperationContext,
  userId: number,
): Promise<z.input<typeof ReaderDescription>> {
  const { db } = context
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('user_not_found')
  const [profile] = await db.select().from(forumProfiles).where(eq(forumProfiles.userId, userId))
  const requestedAt = user.anonymizationRequestedAt
  return {
    id: user.id,
    foreign_id: user.foreignId,
    email: user.email,
    name: user.name,
    phone: user.phone,
    locale: user.locale,
    registered_at: user.registeredAt.toString(),
    registered_via: user.registeredVia,
    confirmed_at: user.confirmedAt?.toString() ?? null,
    has_password: user.passwordHash !== null,
    ...(await signInsOf(db, user)),
    devices: await devicesOf(db, userId),
    blocked_at: user.blockedAt?.toString() ?? null,
    deletion: requestedAt === null ? null : describeAnonymization(requestedAt),
    deleted_at: user.anonymizedAt?.toString() ?? null,
    nickname: profile?.nickname ?? null,
    forum_banned_at: profile?.bannedAt?.toString() ?? null,
    forum_ban_reason: profile?.banReasonSk ?? null,
    newsletters: await newslettersOf(db, user.email),
    newsletters_paused_until: await pausedUntilOf(context, user.email),
    subscriptions: await subscriptionsOf(context, userId),
    payments: await paymentsOf(db, userId, { limit: 10 }),
    documents: (await listDocuments(context, { userId }))
      .slice(0, 10)
      .map(({ number, issued_on }) => ({ number, issued_on })),
    cards: await cardsOf(db, userId),
    addresses: await addressesOf(db, userId),
    packages: await packagesOf(context, userId),
    mails: (await listMessagesTo(db, userId, { limit: 20, channel: 'mail' })).map(inSnakeCase),
  }
}

async function devicesOf(db: Db, userId: number) {
  const rows = await findDevices(db, userId)
  return rows.map(({ device: { id, name, type, lastActivity: lastUsedAt } }) =>
    inSnakeCase({ id: deviceIdOf(id), name, type, lastUsedAt }),
  )
}

async function cardsOf(db: Db, userId: number) {
  const { id, brand, last4, validUntil } = cards
  const rows = await db
    .select({ id, brand, last4, validUntil })
    .from(cards)
    .where(and(eq(cards.userId, userId), eq(cards.toForget, false)))
    .orderBy(id)
  return rows.map(inSnakeCase)
}

async function addressesOf(db: Db, userId: number) {
  const rows = await db.select().from(addresses).where(eq(addresses.userId, userId)).orderBy(addresses.id)
  return rows.map(
    ({ id, type, companyName, companyId, name, surname, street, number, city, zip, country }) => ({
      id,
      type,
      company: companyName,
      company_id: companyId,
      name: `${name} ${surname}`,
      street: [street, number].filter(Boolean).join(' '),
      city,
      zip,
      country,
    }),
  )
}

async function packagesOf(context: OperationContext, userId: number) {
  const list = await listSharedSubscriptions(context, userId, 'en')
  return list.map(({ subscription_id, kind, name, state, seats, used }) => ({
    subscription_id,
    kind,
    company: name,
    state,
    seats,
    used,
  }))
}

async function signInsOf(
  db: Db,
  { id, tokenEpoch, swgLinked }: Pick<typeof users.$inferSelect, 'id' | 'tokenEpoch' | 'swgLinked'>,
) {
  const accounts = await db
    .select({ provider: externAccounts.provider })
    .from(externAccounts)
    .where(eq(externAccounts.userId, id))
  const keys = await db
    .select({ id: passkeys.id, name: passkeys.name })
    .from(passkeys)
    .where(eq(passkeys.userId, id))
  const isOpen = and(isNull(sessions.endedAt), eq(sessions.tokenEpoch, tokenEpoch))
  const [open] = await db
    .select({ count: count() })
    .from(sessions)
    .where(and(eq(sessions.userId, id), isOpen))
  const [used] = await db
    .select({ at: max(sessions.lastUsedAt) })
    .from(sessions)
    .where(eq(sessions.userId, id))
  const [mailed] = await db
    .select({ at: max(mailedLinks.sentAt) })
    .from(mailedLinks)
    .where(and(eq(mailedLinks.userId, id), eq(mailedLinks.kind, 'activation')))
  return {
    activation_mailed_at: mailed?.at?.toString() ?? null,
    linked_accounts: [...accounts.map(({ provider }) => provider), ...(swgLinked ? ['swg'] : [])],
    passkeys: keys,
    open_sessions: open?.count ?? 0,
    last_used_at: used?.at?.toString() ?? null,
  }
}

async function newslettersOf(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .select({ code: newsletterSignups.newsletterCode })
    .from(newsletterSignups)
    .innerJoin(newsletterRecipients, eq(newsletterRecipients.id, newsletterSignups.recipientId))
    .where(and(eq(newsletterRecipients.email, email), eq(newsletterSignups.state, 'on')))
    .orderBy(newsletterSignups.newsletterCode)
  return rows.map(({ code }) => code)
}

async function pausedUntilOf({ db, clock }: OperationContext, email: string): Promise<string | null> {
  const recipientId = await findRecipientId(db, email)
  return recipientId === undefined ? null : findPausedUntil(db, recipientId, clock.now())
}

async function subscriptionsOf(context: OperationContext, userId: number) {
  const list = await listSubscriptions(context)(userId, 'en')
  return list.map(({ id, type, state, period, price, recurrence }) => ({
    id,
    product: type.code,
    state,
    from: period.from,
    to: period.to,
    price_cents: price.amount,
    renewal: recurrence.reason === null ? recurrence.state : `${recurrence.state}: ${recurrence.reason}`,
    next_charge_at: recurrence.next_payment?.at ?? null,
    planned_change: recurrence.planned_change?.type.code ?? null,
  }))
}

/** A page of a reader’s payments, newest first. */
export async function paymentsOf(
  db: Db,
  userId: number,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), before === undefined ? undefined : lt(payments.id, before)))
    .orderBy(desc(payments.id))
    .limit(limit)
  return rows.map(({ productCode: product, ...row }) => inSnakeCase({ ...row, product }))
}
