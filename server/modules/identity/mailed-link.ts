import { and, eq, gte, isNull, ne } from 'drizzle-orm'
import type { LinkKind } from '#contract/identity/central-login.ts'
import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { mailedLinks, signInLinks, type users } from './tables.ts'

export type MailedLink = typeof mailedLinks.$inferSelect

const kinds = {
  activation: {
    lifeHours: linkLifeHours.activation,
    path: '/login/activate/',
    invalid: 'activation_link_invalid',
    expired: 'activation_link_expired',
  },
  new_password: {
    lifeHours: linkLifeHours.newPassword,
    path: '/login/new-password/',
    invalid: 'password_link_invalid',
    expired: 'password_link_expired',
  },
  email_change: {
    lifeHours: linkLifeHours.emailChange,
    path: '/login/change-email/',
    invalid: 'email_link_invalid',
    expired: 'email_link_expired',
  },
  email_take_back: {
    lifeHours: linkLifeHours.emailTakeBack,
    path: '/login/take-back-email/',
    invalid: 'email_link_invalid',
    expired: 'email_link_expired',
  },
} as const satisfies Record<LinkKind, object>

/**
 * Mails a reader a one-time link that proves access to the mailbox, and voids the older ones of its kind. The caller has
 * locked the reader's row (`lockReader`), so that of two concurrent links the later one is valid.
 *
 * @param link.token its secret; idempotent: the same one again sends nothing
 * @param link.returnTo return URL
 */
export async function mailLink(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  user: Pick<typeof users.$inferSelect, 'id' | 'email' | 'locale'>,
  link: { kind: 'activation' | 'new_password'; token: string; returnTo?: string | undefined },
): Promise<void> {
  const issued = await issueLink(tx, deps, user.id, link)
  if (!issued) return
  await sendMail(tx, deps, {
    to: user.email,
    locale: user.locale,
    template: link.kind,
    values: { hours: kinds[link.kind].lifeHours },
    link: withReturn(issued, link.returnTo),
  })
}

/**
 * Stores a link that is to be mailed, and voids the older ones of its kind; one that takes an e-mail back voids none, since
 * it has another mailbox than they.
 *
 * @param link.email the e-mail that it gives to the account, if it does
 * @param link.sentAt and `mailboxMoved`: of a change that it takes back
 * @returns its address; undefined when it was stored before
 */
export async function issueLink(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  userId: number,
  link: Pick<Partial<MailedLink>, 'email' | 'sentAt' | 'mailboxMoved'> & { kind: LinkKind; token: string },
): Promise<string | undefined> {
  const { token, ...stored } = link
  const { lifeHours, path } = kinds[link.kind]
  const now = deps.clock.now()
  const tokenHash = hashToken(token)
  const [issued] = await tx
    .insert(mailedLinks)
    .values({
      tokenHash,
      userId,
      sentAt: now,
      ...stored,
      expiresAt: now.add({ hours: lifeHours }),
    })
    .onConflictDoNothing()
    .returning({ kind: mailedLinks.kind })
  if (!issued) return undefined
  if (link.kind !== 'email_take_back')
    await tx
      .update(mailedLinks)
      .set({ replacedAt: now })
      .where(and(isOpen(userId), eq(mailedLinks.kind, link.kind), ne(mailedLinks.tokenHash, tokenHash)))
  return `${deps.settings.origins.login}${path}${token}`
}

/** An address of the login with a return URL. */
export const withReturn = (address: string, returnTo: string | undefined): string =>
  returnTo === undefined ? address : `${address}?${new URLSearchParams({ url: returnTo }).toString()}`

/**
 * Finds the reader whose link this is, before anything costly is done for it. Read-only, so that opening the link uses
 * nothing up; an unknown one counts towards the rate limit of the caller's IP address.
 *
 * @throws AppError the kind's refusals: expired, or invalid when it is unknown, used or replaced; `too_many_requests`
 */
export async function findLinkOwner(
  { db, clock, limiter }: Pick<Deps, 'db' | 'clock' | 'limiter'>,
  { kind, token, ip }: { kind: LinkKind; token: string; ip: string },
): Promise<number> {
  const find = () =>
    db
      .select()
      .from(mailedLinks)
      .where(and(eq(mailedLinks.tokenHash, hashToken(token)), eq(mailedLinks.kind, kind)))
      .then(([found]) => found)
  const link = await limiter.attempt([[limits.mailedLinks, ip]], find)
  if (!link || link.usedAt !== null || link.replacedAt !== null) throw new AppError(kinds[kind].invalid)
  if (Temporal.Instant.compare(link.expiresAt, clock.now()) <= 0) throw new AppError(kinds[kind].expired)
  return link.userId
}

/**
 * Uses a link up, together with all others of its reader, whose purpose it has served. Concurrent calls: one succeeds.
 *
 * @returns the link as it was stored
 * @throws AppError the kind's refusal when it was used or replaced meanwhile
 */
export async function useLink(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { kind, token, userId }: { kind: LinkKind; token: string; userId: number },
): Promise<MailedLink> {
  const [used] = await tx
    .update(mailedLinks)
    .set({ usedAt: clock.now() })
    .where(and(isOpen(userId), eq(mailedLinks.kind, kind), eq(mailedLinks.tokenHash, hashToken(token))))
    .returning()
  if (!used) throw new AppError(kinds[kind].invalid)
  await voidLinks(tx, { clock }, userId)
  return used
}

/**
 * Voids the open links of a reader, whose purpose was served or overtaken; all of them with those that sign in.
 *
 * @param kind only those of one kind; when not given all but those that take an e-mail back, which belong to another mailbox:
 *   whoever has the account must not be able to void them
 */
export async function voidLinks(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
  kind?: LinkKind,
): Promise<void> {
  await tx
    .update(mailedLinks)
    .set({ replacedAt: clock.now() })
    .where(and(isOpen(userId), kind ? eq(mailedLinks.kind, kind) : ne(mailedLinks.kind, 'email_take_back')))
  if (kind === undefined) await tx.delete(signInLinks).where(eq(signInLinks.userId, userId))
}

/** Voids the links that take an e-mail back to one that the account had since a moment; all when not given. */
export async function voidTakeBacks(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: number,
  since?: Temporal.Instant,
): Promise<void> {
  await tx
    .update(mailedLinks)
    .set({ replacedAt: clock.now() })
    .where(
      and(isOpen(userId), eq(mailedLinks.kind, 'email_take_back'), since && gte(mailedLinks.sentAt, since)),
    )
}

/** Condition: the links of a reader that were neither used nor replaced. */
export const isOpen = (userId: number) =>
  and(eq(mailedLinks.userId, userId), isNull(mailedLinks.usedAt), isNull(mailedLinks.replacedAt))
