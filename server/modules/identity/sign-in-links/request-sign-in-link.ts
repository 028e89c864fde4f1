import { eq } from 'drizzle-orm'
import { signInLinkRules } from '#contract/identity/sign-in-link.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { hashToken, randomToken } from '#server/platform/secrets.ts'
import { queueAccountMail } from '../account-mail.ts'
import { normaliseEmail } from '../email.ts'
import { knownBrowserOf } from '../sessions/known-browser.ts'
import { signInLinks, users } from '../tables.ts'
import { codeOf, hashEmail, hashSignInCode, signInTokenOf } from './sign-in-link.ts'

/**
 * Mails a link and a code that sign in the browser that asks, if there is an account (R13.02). Against account enumeration
 * an unknown e-mail makes the same row and the same job.
 *
 * @param input.remember whether the session outlives the browser's closing
 * @param input.returnTo where the mailed link leads on
 * @param input.browser the cookie by which a browser is known to its accounts
 * @param input.former the secret of this browser's former link, which stops working
 * @returns the secret that the browser has to bring back
 * @throws AppError `too_many_requests`
 */
export async function requestSignInLink(
  deps: Deps,
  input: Caller & {
    email: string
    remember: boolean
    returnTo: string | undefined
    browser: string | undefined
    former: string | undefined
  },
): Promise<string> {
  const email = normaliseEmail(input.email)
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const known = user && knownBrowserOf(deps, input.browser, user.id)
  const counted =
    known === undefined
      ? ([
          [limits.signInLinksByAddress, input.ip],
          [limits.signInLinksByEmail, email],
        ] as const)
      : ([[limits.signInLinksByBrowser, known]] as const)
  const secret = randomToken(256)
  const nonce = randomToken(128)
  const browserHash = hashToken(secret)
  const make = () =>
    deps.db.transaction(async tx => {
      await tx.insert(signInLinks).values({
        browserHash,
        tokenHash: hashToken(signInTokenOf(deps, nonce)),
        codeHash: hashSignInCode(deps, browserHash, codeOf(deps, nonce)),
        emailHash: hashEmail(deps, email),
        userId: user?.id ?? null,
        remember: input.remember,
        expiresAt: deps.clock.now().add({ minutes: signInLinkRules.lifeMinutes }),
      })
      // Last: an erasure, for which the new row waits, deletes the former too (decision 034).
      await tx.delete(signInLinks).where(eq(signInLinks.browserHash, hashToken(input.former ?? '')))
      await queueAccountMail(tx, deps, {
        userId: user?.id ?? null,
        reason: 'sign_in_link',
        nonce,
        ...(input.returnTo !== undefined && { returnTo: input.returnTo }),
      })
    })
  await deps.limiter.attempt(counted, make, input)
  return secret
}
