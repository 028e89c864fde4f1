import { count, eq } from 'drizzle-orm'
import { mostPasskeys } from '#contract/identity/passkeys.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { say } from '#server/platform/texts/messages.ts'
import { lockStayingReader } from '../lock-reader.ts'
import { describeBrowser } from '../sessions/describe-browser.ts'
import { isAlive } from '../sessions/is-alive.ts'
import { passkeys } from '../tables.ts'
import { takePasskeyChallenge } from './passkey-challenge.ts'
import { verifyNewPasskey } from './verify-passkey.ts'

/**
 * Adds the passkey that a browser made, named after that browser (R13.01). The reader is told by mail.
 *
 * @param input.credential what the browser answered with; untrusted
 * @param input.cookie of the challenge, which was made for this session
 * @throws AppError `passkey_failed`, `passkey_exists`, `passkey_limit`, `passkeys_unavailable`, `not_logged_in`,
 *   `user_anonymization_pending`, `user_not_found`
 */
export async function addPasskey(
  deps: Deps,
  actor: Actor,
  input: { credential: string; cookie: string | undefined; userAgent: string },
): Promise<{ id: string }> {
  const { userId, sessionId } = actor
  const challenge = await takePasskeyChallenge(deps, input.cookie, `add ${sessionId}`)
  const made = await verifyNewPasskey(deps, input.credential, challenge)
  await deps.db.transaction(async tx => {
    const user = await lockStayingReader(tx, userId)
    if (!user) throw new AppError('user_not_found')
    if (!(await isAlive(tx, actor))) throw new AppError('not_logged_in')
    await requireRoomForPasskey(tx, userId)
    const { browser, system } = describeBrowser(input.userAgent)
    const name = [browser, system].filter(Boolean).join(', ') || say(user.locale, 'devices.type.browser')
    const [added] = await tx
      .insert(passkeys)
      .values({ ...made, userId, name, createdAt: deps.clock.now() })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (!added) throw new AppError('passkey_exists')
    await recordActivity(tx, deps, { userId, kind: 'passkey_added', details: { name } })
    await sendMail(tx, deps, {
      to: user.email,
      locale: user.locale,
      template: 'passkey_added',
      values: { name },
      link: `${deps.settings.origins.account}/nastavenia#linked-accounts`,
    })
  })
  return { id: made.id }
}

/** @throws AppError `passkey_limit` */
export async function requireRoomForPasskey(tx: Db | Tx, userId: number): Promise<void> {
  const [own] = await tx.select({ number: count() }).from(passkeys).where(eq(passkeys.userId, userId))
  if ((own?.number ?? 0) >= mostPasskeys) throw new AppError('passkey_limit')
}
