import { and, eq, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { recordActivities } from '#server/modules/activity/index.ts'
import { sendMails } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { lockReaders } from '../lock-reader.ts'
import { users } from '../tables.ts'

const mains = alias(users, 'mains')

/**
 * Unlinks a linked account from its main one, by either side (R10.02). It becomes an account of its own, with all that
 * it has. Both are told by mail.
 *
 * @param accountId the linked account; the caller's own when it leaves
 * @throws AppError `link_not_connected` when neither side of such a link is the caller's, or it is unlinked already
 */
export async function detachAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  { userId }: Actor,
  accountId: number,
): Promise<void> {
  await deps.db.transaction(async tx => {
    // The main account first, as its erasure does (decision 034).
    await lockReaders(tx, tx.select({ id: users.mainAccountId }).from(users).where(eq(users.id, accountId)))
    // Race: if both sides do it at once, the second finds no link.
    const [parted] = await tx
      .update(users)
      .set({ mainAccountId: null })
      .from(mains)
      .where(
        and(
          eq(users.id, accountId),
          eq(users.mainAccountId, mains.id),
          or(eq(users.id, userId), eq(mains.id, userId)),
        ),
      )
      .returning({
        linked: { id: users.id, email: users.email, locale: users.locale },
        main: { id: mains.id, email: mains.email, locale: mains.locale },
      })
    if (!parted) throw new AppError('link_not_connected')
    const { main, linked } = parted
    const both = [main, linked]
    await recordActivities(
      tx,
      deps,
      both.map(({ id }) => ({ userId: id, kind: 'account_detached' as const })),
    )
    await sendMails(
      tx,
      deps,
      both.map(({ email, locale }) => ({
        mail: {
          to: email,
          locale,
          template: 'account_detached' as const,
          values: { main: main.email, linked: linked.email },
          link: `${deps.settings.origins.account}/nastavenia#linked-accounts`,
        },
      })),
    )
  })
}
