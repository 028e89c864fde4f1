import { and, asc, eq, gt, gte, isNull, ne, sql } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { isOpen, type MailedLink, voidLinks, voidTakeBacks } from '../mailed-link.ts'
import { unlinkSwg } from '../providers/swg-tokens.ts'
import { externAccounts, mailedLinks, passkeys, users } from '../tables.ts'
import { setEmail } from './set-email.ts'

export type TakeBackDeps = Pick<
  IdentityDeps,
  'clock' | 'jobs' | 'settings' | 'moveMailbox' | 'removeRecipientsSince'
>

type Added = { userId: number; since: Temporal.Instant }

/** What signs in to an account or proves it one's own, by when it was added: taking an e-mail back removes it. */
const waysAddedSince: readonly ((tx: Tx, added: Added) => Promise<unknown>)[] = [
  (tx, { userId, since }) =>
    tx
      .delete(externAccounts)
      .where(and(eq(externAccounts.userId, userId), gte(externAccounts.linkedAt, since))),
  (tx, { userId, since }) =>
    tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since))),
  (tx, { userId, since }) =>
    tx
      .update(users)
      .set({ phone: null, phoneConfirmedAt: null })
      .where(and(eq(users.id, userId), gte(users.phoneConfirmedAt, since))),
  (tx, { userId }) => tx.update(users).set({ phoneToChange: null }).where(eq(users.id, userId)),
  // Whenever it was linked: one token names the account to each of its Google accounts, so the last link can't be told apart.
  (tx, { userId }) => unlinkSwg(tx, userId),
]

/**
 * Gives an account its former e-mail back (R13.03), and removes the ways to sign in, and the addresses that get a company's
 * documents, that were added since the change was asked for. The caller has locked the reader, ends the sessions and sets a new password.
 *
 * @param user the reader as locked
 * @param link the used one that takes the change back
 * @throws AppError `email_taken` when another account has confirmed the former e-mail meanwhile
 */
export async function takeBackEmail(
  tx: Tx,
  deps: TakeBackDeps,
  user: typeof users.$inferSelect,
  link: Pick<MailedLink, 'sentAt' | 'mailboxMoved' | 'expiresAt'> & { email: string },
): Promise<void> {
  const { id: userId, email: taken } = user
  const { email, sentAt: since } = link
  await clearEmail(tx, deps, user, email)
  await setEmail(tx, userId, { email })
  if (link.mailboxMoved) await deps.moveMailbox(tx, await findMailbox(tx, user, link), email)
  for (const remove of waysAddedSince) await remove(tx, { userId, since })
  await deps.removeRecipientsSince(tx, deps, { userId, since })
  await voidTakeBacks(tx, deps, userId, since)
  await recordActivity(tx, deps, { userId, kind: 'email_taken_back' })
  if (taken === email) return
  const mail = {
    to: taken,
    locale: user.locale,
    template: 'email_taken_back' as const,
    values: {},
    link: `${deps.settings.origins.login}/login`,
  }
  await sendMail(tx, deps, mail, { userId })
}

/**
 * The e-mail at which the newsletters are that had followed a change: the account's, unless a later change found newsletters
 * at its own e-mail, which are somebody else's, and left them behind.
 */
async function findMailbox(
  tx: Tx,
  { id, email }: Pick<typeof users.$inferSelect, 'id' | 'email'>,
  { expiresAt }: Pick<MailedLink, 'expiresAt'>,
): Promise<string> {
  const { kind, mailboxMoved, expiresAt: until } = mailedLinks
  const isLater = and(isOpen(id), eq(kind, 'email_take_back'), gt(until, expiresAt))
  const [leaving] = await tx
    .select({ from: mailedLinks.email })
    .from(mailedLinks)
    .where(and(isLater, eq(mailboxMoved, false)))
    .orderBy(asc(until))
    .limit(1)
  return leaving?.from ?? email
}

/**
 * Anybody may have registered with the former e-mail meanwhile, so as to keep its owner out. As long as that account is
 * not confirmed, the two swap their e-mails: it loses nothing that was proven.
 */
async function clearEmail(
  tx: Tx,
  deps: TakeBackDeps,
  user: typeof users.$inferSelect,
  email: string,
): Promise<void> {
  const [squatter] = await tx
    .update(users)
    .set({ email: sql`'swapped:' || ${users.id}` })
    .where(and(eq(users.email, email), isNull(users.confirmedAt), ne(users.id, user.id)))
    .returning({ id: users.id })
  if (!squatter) return
  await setEmail(tx, user.id, { email })
  await setEmail(tx, squatter.id, { email: user.email })
  // Those in the former mailbox would confirm an e-mail that they do not prove.
  await voidLinks(tx, deps, squatter.id)
}
