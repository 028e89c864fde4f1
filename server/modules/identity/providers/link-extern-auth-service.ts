import { and, eq } from 'drizzle-orm'
import type { ProviderIdentity, ProviderName } from '#server/gateways/identity-providers/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { lockReader } from '../lock-reader.ts'
import { isAlive } from '../sessions/is-alive.ts'
import { externAccounts, users } from '../tables.ts'
import { tellLinking } from './tell-linking.ts'

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>

/**
 * Links an account of another provider to the profile of the reader who began it (R1.10). From now on it is identified by
 * the provider's subject, whatever its e-mail is.
 *
 * @param actor who began it; the session still has to be live
 * @throws AppError `link_failed` when the session is over, `link_account_not_confirmed`, `link_already_linked`,
 *   `link_used_by_another_user`, `user_anonymization_pending`
 */
export async function linkExternAuthService(
  deps: LinkDeps,
  actor: Actor,
  provider: ProviderName,
  identity: ProviderIdentity,
): Promise<void> {
  await deps.db.transaction(async tx => {
    const user = await lockReader(tx, actor.userId)
    if (!user || !(await isAlive(tx, actor))) throw new AppError('link_failed')
    await requireLinkable(tx, user, provider)
    const { subject, email } = identity
    const [linked] = await tx
      .insert(externAccounts)
      .values({ userId: user.id, provider, subject, email, linkedAt: deps.clock.now() })
      .onConflictDoNothing({ target: [externAccounts.provider, externAccounts.subject] })
      .returning({ id: externAccounts.id })
    if (!linked) throw new AppError('link_used_by_another_user')
    await tellLinking(tx, deps, user, { kind: 'extern_account_linked', name: provider })
  })
}

/**
 * Refuses what could not be linked anyway, before the redirect to the provider.
 *
 * @throws AppError `link_account_not_confirmed`, `link_already_linked`, `user_anonymization_pending`
 */
export async function requireLinkable(
  tx: Tx | Db,
  user: Pick<typeof users.$inferSelect, 'id' | 'confirmedAt' | 'anonymizationRequestedAt'>,
  provider: ProviderName,
): Promise<void> {
  if (user.anonymizationRequestedAt !== null) throw new AppError('user_anonymization_pending')
  // Account takeover: an unconfirmed address may be somebody else's, who would later find a stranger's sign-in linked.
  if (user.confirmedAt === null) throw new AppError('link_account_not_confirmed')
  const [own] = await tx
    .select({ id: externAccounts.id })
    .from(externAccounts)
    .where(and(eq(externAccounts.userId, user.id), eq(externAccounts.provider, provider)))
  if (own) throw new AppError('link_already_linked')
}
