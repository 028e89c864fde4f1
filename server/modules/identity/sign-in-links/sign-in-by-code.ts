import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { signInLinkRules } from '#contract/identity/sign-in-link.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken, isSameSecret } from '#server/platform/secrets.ts'
import { knownBrowserOf } from '../sessions/known-browser.ts'
import type { StartedSession } from '../sessions/start-session.ts'
import { signInLinks } from '../tables.ts'
import { lockLinkOwner, spendSignInLink } from './sign-in-by-link.ts'
import { hashSignInCode } from './sign-in-link.ts'

/**
 * Signs in by the code of a mailed link, for whoever reads mail elsewhere. One atomic statement counts the try, so that
 * five are tried however many come at once.
 *
 * @param input.code as typed; spaces and dashes do not matter
 * @param input.secret the cookie of the browser that asked
 * @param input.browser the cookie by which a browser is known to its accounts
 * @throws AppError `control_code_invalid` with the tries left, `control_code_expired` when there is none to try,
 *   `link_blocked`, `too_many_requests`
 */
export async function signInByCode(
  deps: Deps,
  input: { code: string; secret: string | undefined; browser: string | undefined; userAgent: string },
): Promise<StartedSession> {
  const browserHash = hashToken(input.secret ?? '')
  const [link] = await deps.db.select().from(signInLinks).where(eq(signInLinks.browserHash, browserHash))
  if (!link) throw new AppError('control_code_expired')
  const known = link.userId === null ? undefined : knownBrowserOf(deps, input.browser, link.userId)
  let triesLeft = 0
  const session = await deps.limiter.attempt([[limits.signInCodes, known ?? link.emailHash]], () =>
    // A wrong try has to stay counted, so the transaction is committed.
    deps.db.transaction(async tx => {
      await lockLinkOwner(tx, browserHash)
      const { tries, codeHash } = await countTry(tx, deps, browserHash)
      triesLeft = signInLinkRules.tries - tries
      const typed = hashSignInCode(deps, browserHash, input.code.replaceAll(/[\s-]/g, ''))
      return isSameSecret(codeHash, typed)
        ? spendSignInLink(tx, deps, browserHash, input.userAgent)
        : undefined
    }),
  )
  if (session) return session
  throw new AppError({ key: 'control_code_invalid', field: 'code', params: { tries_left: triesLeft } })
}

/** @throws AppError `control_code_expired` */
async function countTry(tx: Tx, { clock }: Pick<Deps, 'clock'>, browserHash: string) {
  const [tried] = await tx
    .update(signInLinks)
    .set({ tries: sql`${signInLinks.tries} + 1` })
    .where(
      and(
        eq(signInLinks.browserHash, browserHash),
        lt(signInLinks.tries, signInLinkRules.tries),
        gt(signInLinks.expiresAt, clock.now()),
      ),
    )
    .returning({ tries: signInLinks.tries, codeHash: signInLinks.codeHash })
  if (!tried) throw new AppError('control_code_expired')
  return tried
}
