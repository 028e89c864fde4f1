import { sql } from 'drizzle-orm'
import { accountAreaPaths, isPathOf } from '#contract/routes.ts'
import type { Locale } from '#contract/wire.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { returnOrigins } from '#server/platform/http/return-origins.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { queueAccountMail } from '../account-mail.ts'
import { normaliseEmail } from '../email.ts'
import { users } from '../tables.ts'
import { requireCsrfToken } from './csrf-token.ts'

type Opening = {
  email: string
  locale: Locale
  source?: string | undefined
  referer?: string | undefined
}

/**
 * Opens an account pending activation, and mails the link; a reader who has an account already is told so by mail.
 * Against account enumeration and timing attacks both run the same two statements, the rest is a worker's (R7.15).
 *
 * @param input.csrfToken token of the form, `input.browserKey` the cookie that it is bound to
 * @param input.source which form, `input.referer` from where: kept with a new account for the publisher
 * @param input.locale language in which a new reader is addressed
 * @throws AppError `csrf_token_invalid`, `too_many_requests`
 */
export async function register(
  deps: Deps,
  input: Opening & Caller & { csrfToken: string; browserKey: string | undefined },
): Promise<void> {
  requireCsrfToken(deps, input.csrfToken, input.browserKey)
  const email = normaliseEmail(input.email)
  const counted = [
    [limits.registrationByAddress, input.ip],
    [limits.registrationByEmail, email],
  ] as const
  await deps.limiter.attempt(counted, () => openAccount(deps, { ...input, email }), input)
}

const openAccount = (deps: Deps, input: Opening): Promise<void> =>
  deps.db.transaction(async tx => {
    const user = onlyRow(
      await tx
        .insert(users)
        .values({
          email: input.email,
          locale: input.locale,
          registeredAt: deps.clock.now(),
          registeredVia: 'web',
          registrationSource: input.source,
          registrationReferer: input.referer === undefined ? undefined : withoutSecrets(input.referer),
        })
        // No-op update, so that the id of an existing row is returned.
        .onConflictDoUpdate({ target: users.email, set: { email: sql`excluded.email` } })
        .returning({ id: users.id }),
    )
    const returnTo = ownAddress(deps, input.referer)
    await queueAccountMail(tx, deps, {
      userId: user.id,
      reason: 'registration',
      ...(returnTo !== undefined && { returnTo }),
    })
  })

/** Parameters that hold an activation code, of the page and of its former addresses (R2.15). */
const codeParameters = ['activation_code', 'coupon_code']

/**
 * Return URL of a mailed link, if on a site of ours: the mail's link leads on there. A URL with a secret in it is
 * neither queued nor stored; the browser keeps it.
 */
export function ownAddress(
  { settings }: Pick<Deps, 'settings'>,
  referer: string | undefined,
): string | undefined {
  const address = referer === undefined ? null : URL.parse(referer)
  if (!address || !returnOrigins(settings).includes(address.origin)) return undefined
  const hasSecret = isSecretPage(address) || codeParameters.some(name => address.searchParams.has(name))
  return hasSecret ? undefined : address.href
}

/** A referer as stored: without its query, and without the codes in URLs of the login and of newsletters. */
function withoutSecrets(referer: string): string {
  const address = URL.parse(referer)
  return address && isSecretPage(address) ? address.origin : (referer.split(/[?#]/, 1)[0] ?? '')
}

/** Pages whose URL is a secret (bearer link). */
const isSecretPage = ({ pathname }: URL): boolean =>
  pathname.startsWith('/login/') || tokenPaths.some(path => isPathOf(path, pathname))

const tokenPaths = accountAreaPaths.filter(path => path.endsWith('/:token'))
