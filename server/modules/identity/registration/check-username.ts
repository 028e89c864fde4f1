import { eq } from 'drizzle-orm'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { checkUsername as endpoint } from '#contract/identity/central-login.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { normaliseEmail } from '../email.ts'
import { knownBrowserOf } from '../sessions/known-browser.ts'
import { users } from '../tables.ts'

/**
 * Tells whether an address goes on with a password or with a registration (R7.13). An account that was never
 * activated goes on with the registration, which mails its link again. A browser that signed in to the account before
 * learns nothing by it, and is not limited by questions from elsewhere.
 *
 * @param input.browser the cookie by which such a browser is known
 * @throws AppError `too_many_requests`
 */
export async function checkUsername(
  deps: Pick<Deps, 'db' | 'limiter' | 'settings'>,
  input: Caller & { username: string; browser: string | undefined },
): Promise<EndpointAnswer<typeof endpoint>> {
  const user = await findUser(deps, input.username)
  const known = user && knownBrowserOf(deps, input.browser, user.id)
  const counted =
    known === undefined
      ? ([
          [limits.usernameChecks, input.ip],
          [limits.usernameMisses, input.ip],
        ] as const)
      : ([[limits.usernameChecksByBrowser, known]] as const)
  const hasAccount = await deps.limiter.attempt(counted, async () => isAccount(user), input)
  return { content: { next: hasAccount ? 'password' : 'registration' } }
}

async function findUser({ db }: Pick<Deps, 'db'>, username: string) {
  const { id, confirmedAt, passwordHash } = users
  const isIt = eq(users.email, normaliseEmail(username))
  return (await db.select({ id, confirmedAt, passwordHash }).from(users).where(isIt))[0]
}

const isAccount = (user: Awaited<ReturnType<typeof findUser>>): boolean =>
  user !== undefined && (user.confirmedAt !== null || user.passwordHash !== null)
