import { and, eq } from 'drizzle-orm'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Requester } from '#server/platform/http/route.ts'
import { lockReader } from '../lock-reader.ts'
import { passkeys } from '../tables.ts'
import { requireOtherWay } from '../ways-to-sign-in.ts'

/**
 * Removes a passkey: it signs in nobody any more, though the device keeps showing it. The reader keeps at least one way to
 * sign in, and is told by mail.
 *
 * @param id as the path has it
 * @throws AppError `not_found`, `link_last_sign_in`
 */
export async function removePasskey(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  { userId, by }: Requester,
  id: string,
): Promise<void> {
  await deps.db.transaction(async tx => {
    const user = await lockReader(tx, userId)
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ name: passkeys.name })
    if (!user || !removed) throw new AppError('not_found')
    await requireOtherWay(tx, user)
    const { name } = removed
    await recordActivity(tx, deps, { userId, by, kind: 'passkey_removed', details: { name } })
    await sendMail(tx, deps, {
      to: user.email,
      locale: user.locale,
      template: 'passkey_removed',
      values: { name },
      link: `${deps.settings.origins.account}/nastavenia#linked-accounts`,
    })
  })
}
