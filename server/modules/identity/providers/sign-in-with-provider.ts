import { and, eq } from 'drizzle-orm'
import { providerTitles } from '#contract/identity/providers.ts'
import { Email, type Locale } from '#contract/wire.ts'
import type { ProviderIdentity, ProviderName } from '#server/gateways/identity-providers/port.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { normaliseEmail } from '../email.ts'
import { lockReaders } from '../lock-reader.ts'
import { type StartedSession, startSession } from '../sessions/start-session.ts'
import { externAccounts, users } from '../tables.ts'

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>

type SignIn = {
  provider: ProviderName
  identity: ProviderIdentity
  /** Language of a new reader. */
  locale: Locale
  ip: string
  userAgent: string
}

/**
 * Signs in the reader to whom a provider's account is linked; for an unlinked one with an e-mail verified by the provider
 * it opens an account. The e-mail of an existing reader never signs in by itself: that reader signs in and links the
 * account then.
 *
 * @throws AppError `link_email_exists`, `link_account_not_confirmed`, `link_provider_email_invalid`, `link_blocked`,
 *   `too_many_requests`
 */
export async function signInWithProvider(deps: SignInDeps, input: SignIn): Promise<StartedSession> {
  const known = await signInLinked(deps, input)
  if (known) return known
  const email = provenEmail(input.identity)
  const registered = await deps.limiter.attempt([[limits.registrationByAddress, input.ip]], () =>
    deps.db.transaction(tx => register(tx, deps, { ...input, email })),
  )
  if (registered) return registered
  // Race: a concurrent sign-in has opened the account first.
  const linkedMeanwhile = await signInLinked(deps, input)
  if (linkedMeanwhile) return linkedMeanwhile
  throw new AppError(await refusalOf(deps, email))
}

/** @throws AppError `link_blocked` */
export const signInLinked = (
  deps: Pick<SignInDeps, 'db' | 'clock' | 'jobs' | 'settings'>,
  { provider, identity, userAgent }: Pick<SignIn, 'provider' | 'identity' | 'userAgent'>,
): Promise<StartedSession | undefined> =>
  deps.db.transaction(async tx => {
    const isLinked = and(eq(externAccounts.provider, provider), eq(externAccounts.subject, identity.subject))
    // Before the link, as whoever erases the reader does (decision 034).
    await lockReaders(tx, tx.select({ id: externAccounts.userId }).from(externAccounts).where(isLinked))
    const [reader] = await tx
      .select({ userId: users.id, tokenEpoch: users.tokenEpoch })
      .from(externAccounts)
      .innerJoin(users, eq(users.id, externAccounts.userId))
      .where(isLinked)
      // Race with unlinking: it either signs in before, or not at all.
      .for('share', { of: externAccounts })
    return reader && startSession(tx, deps, { ...reader, remember: false, userAgent, provider })
  })

/** The normalized e-mail; undefined unless the provider has verified it. */
function provenEmail({ email, emailVerified }: ProviderIdentity): string {
  const parsed = Email.safeParse(email)
  if (!parsed.success || !emailVerified) throw new AppError('link_provider_email_invalid')
  return normaliseEmail(parsed.data)
}

/** Opens an account, or does nothing where the address or the provider's account is taken by now. */
async function register(
  tx: Tx,
  deps: SignInDeps,
  { provider, identity, email, locale, userAgent }: SignIn & { email: string },
): Promise<StartedSession | undefined> {
  const now = deps.clock.now()
  const [user] = await tx
    .insert(users)
    .values({ email, locale, registeredAt: now, registeredVia: provider, confirmedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id, tokenEpoch: users.tokenEpoch })
  if (!user) return undefined
  const [linked] = await tx
    .insert(externAccounts)
    .values({ userId: user.id, provider, subject: identity.subject, email, linkedAt: now })
    .onConflictDoNothing({ target: [externAccounts.provider, externAccounts.subject] })
    .returning({ id: externAccounts.id })
  if (!linked) {
    await tx.delete(users).where(eq(users.id, user.id))
    return undefined
  }
  await recordActivity(tx, deps, { userId: user.id, kind: 'account_activated', details: { provider } })
  await sendMail(tx, deps, {
    to: email,
    locale,
    template: 'extern_account_registered',
    values: { provider: providerTitles[provider] },
    link: `${deps.settings.origins.account}/nastavenia`,
  })
  const { id: userId, tokenEpoch } = user
  return startSession(tx, deps, { userId, tokenEpoch, remember: false, userAgent, provider })
}

/** A caller with a proven mailbox may learn that it has an account: no enumeration. */
async function refusalOf({ db }: Pick<Deps, 'db'>, email: string) {
  const [user] = await db.select({ confirmedAt: users.confirmedAt }).from(users).where(eq(users.email, email))
  return user?.confirmedAt === null ? 'link_account_not_confirmed' : 'link_email_exists'
}
