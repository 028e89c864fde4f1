import { and, eq, isNull, ne } from 'drizzle-orm'
import type { LinkKind } from '#contract/identity/central-login.ts'
import { linkLifeHours } from '#contract/identity/mailed-links.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken } from '#server/platform/secrets.ts'
import { mailedLinks, type users } from './tables.ts'

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
  link: { kind: LinkKind; token: string; returnTo?: string | undefined },
): Promise<void> {
  const { lifeHours, path } = kinds[link.kind]
  const now = deps.clock.now()
  const tokenHash = hashToken(link.token)
  const [issued] = await tx
    .insert(mailedLinks)
    .values({
      tokenHash,
      userId: user.id,
      kind: link.kind,
      sentAt: now,
      expiresAt: now.add({ hours: lifeHours }),
    })
    .onConflictDoNothing()
    .returning({ kind: mailedLinks.kind })
  if (!issued) return
  await tx
    .update(mailedLinks)
    .set({ replacedAt: now })
    .where(and(isOpen(user.id), eq(mailedLinks.kind, link.kind), ne(mailedLinks.tokenHash, tokenHash)))
  await sendMail(tx, deps, {
    to: user.email,
    locale: user.locale,
    template: link.kind,
    values: { hours: lifeHours },
    link: withReturn(`${deps.settings.origins.login}${path}${link.token}`, link.returnTo),
  })
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
 * @throws AppError the kind's refusal when it was used or replaced meanwhile
 */
export async function useLink(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { kind, token, userId }: { kind: LinkKind; token: string; userId: number },
): Promise<void> {
  const [used] = await tx
    .update(mailedLinks)
    .set({ usedAt: clock.now() })
    .where(and(isOpen(userId), eq(mailedLinks.kind, kind), eq(mailedLinks.tokenHash, hashToken(token))))
    .returning({ userId: mailedLinks.userId })
  if (!used) throw new AppError(kinds[kind].invalid)
  await voidLinks(tx, { clock }, userId)
}

/**
 * Voids the open links of a reader, whose purpose was served or overtaken.
 *
 * @param kind only those of one kind; all when not given
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
    .where(and(isOpen(userId), kind && eq(mailedLinks.kind, kind)))
}

const isOpen = (userId: number) =>
  and(eq(mailedLinks.userId, userId), isNull(mailedLinks.usedAt), isNull(mailedLinks.replacedAt))
