import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { lockReader } from '../lock-reader.ts'
import { mailLink } from '../mailed-link.ts'

/**
 * Mails a link by which a known reader chooses a password; the former one stops working. Counted with those that were
 * asked for at the login.
 *
 * @param user the reader, whose address may have changed meanwhile
 * @throws AppError `too_many_requests`, `user_not_found`
 */
export async function sendPasswordLink(deps: Deps, user: { id: number; email: string }): Promise<void> {
  await deps.limiter.attempt([[limits.newPasswordByEmail, user.email]], () =>
    deps.db.transaction(async tx => {
      const present = await lockReader(tx, user.id)
      if (!present) throw new AppError('user_not_found')
      await mailLink(tx, deps, present, { kind: 'new_password', token: randomToken(256) })
    }),
  )
}
