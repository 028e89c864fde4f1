import { and, eq } from 'drizzle-orm'
import { providerTitles } from '#contract/identity/providers.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { lockReader } from '../lock-reader.ts'
import { externAccounts } from '../tables.ts'
import { requireOtherWay } from '../ways-to-sign-in.ts'

/**
 * Unlinks an account of another provider (R1.10). The reader keeps at least one way to sign in, and is told by mail.
 *
 * @param provider as the path has it
 * @throws AppError `link_not_connected`, `link_last_sign_in`
 */
export async function unlinkExternAuthService(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  { userId, by }: Requester,
  provider: string,
): Promise<void> {
  await deps.db.transaction(async tx => {
    // Lock: of two concurrent calls the second sees what the first has left.
    const user = await lockReader(tx, userId)
    const linked = await tx.select().from(externAccounts).where(eq(externAccounts.userId, userId))
    const account = linked.find(each => each.provider === provider)
    if (!user || !account) throw new AppError('link_not_connected')
    await tx
      .delete(externAccounts)
      .where(and(eq(externAccounts.userId, userId), eq(externAccounts.provider, account.provider)))
    await requireOtherWay(tx, user)
    await recordActivity(tx, deps, {
      userId,
      by,
      kind: 'extern_account_unlinked',
      details: { provider },
    })
    await sendMail(tx, deps, {
      to: user.email,
      locale: user.locale,
      template: 'extern_account_unlinked',
      values: { provider: providerTitles[account.provider] },
      link: `${deps.settings.origins.account}/nastavenia#linked-accounts`,
    })
  })
}
