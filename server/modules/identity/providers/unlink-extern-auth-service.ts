import { and, eq } from 'drizzle-orm'
import { LinkName } from '#contract/identity/providers.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { lockReader } from '../lock-reader.ts'
import { externAccounts } from '../tables.ts'
import { requireOtherWay } from '../ways-to-sign-in.ts'
import { unlinkSwg } from './swg-tokens.ts'
import { tellLinking } from './tell-linking.ts'

/**
 * Unlinks an account of another provider, or Subscribe with Google (R1.10). The reader keeps at least one way to sign in, and is told by mail.
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
    const name = LinkName.safeParse(provider).data
    if (!user || !name || !(await unlink(tx, userId, name))) throw new AppError('link_not_connected')
    await requireOtherWay(tx, user)
    await tellLinking(tx, deps, user, { kind: 'extern_account_unlinked', name, by })
  })
}

async function unlink(tx: Tx, userId: number, name: LinkName): Promise<boolean> {
  if (name === 'swg') return unlinkSwg(tx, userId)
  const unlinked = await tx
    .delete(externAccounts)
    .where(and(eq(externAccounts.userId, userId), eq(externAccounts.provider, name)))
    .returning({ id: externAccounts.id })
  return unlinked.length > 0
}
