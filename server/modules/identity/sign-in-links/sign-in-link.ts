import { and, eq, gt, isNull } from 'drizzle-orm'
import { signInLinkRules } from '#contract/identity/sign-in-link.ts'
import { sendMail } from '#server/modules/outbox/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hashToken, keyedHash } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings.ts'
import { withReturn } from '../mailed-link.ts'
import { signInLinks, type users } from '../tables.ts'

type KeyDeps = Pick<Deps, 'settings'>

/**
 * The cookie that binds a mailed sign-in link to the browser that asked for it (HttpOnly). Over https its `__Host-` prefix
 * keeps sibling hosts from setting it.
 */
export const signInLinkCookie = ({ secureCookies }: Pick<Settings, 'secureCookies'>): string =>
  secureCookies ? '__Host-ppl' : 'ppl'

/** The link's secret, derived from the seed in the queue, so that only its hash is stored. */
export const signInTokenOf = ({ settings }: KeyDeps, nonce: string): string =>
  keyedHash(settings.appSecret, 'sign-in-link', nonce)

/** The link's code, of six digits. */
export function codeOf({ settings }: KeyDeps, nonce: string): string {
  const digest = Buffer.from(keyedHash(settings.appSecret, 'sign-in-code', nonce), 'base64url')
  return String(digest.readUIntBE(0, 6) % 10 ** signInLinkRules.digits).padStart(signInLinkRules.digits, '0')
}

/** A code as stored: an HMAC, valid for one browser. */
export const hashSignInCode = ({ settings }: KeyDeps, browserHash: string, code: string): string =>
  keyedHash(settings.appSecret, 'sign-in-code-hash', `${browserHash}\n${code}`)

/** A normalized e-mail as the key of a limit. */
export const hashEmail = ({ settings }: KeyDeps, email: string): string =>
  keyedHash(settings.appSecret, 'sign-in-link-email', email)

/** Writes the mail of a link, unless it was written before, or the link is void meanwhile. */
export async function mailSignInLink(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  user: Pick<typeof users.$inferSelect, 'email' | 'locale'>,
  { nonce, returnTo }: { nonce: string; returnTo: string | undefined },
): Promise<void> {
  const now = deps.clock.now()
  const token = signInTokenOf(deps, nonce)
  const isThis = and(eq(signInLinks.tokenHash, hashToken(token)), gt(signInLinks.expiresAt, now))
  const [written] = await tx
    .update(signInLinks)
    .set({ sentAt: now })
    .where(and(isThis, isNull(signInLinks.sentAt)))
    .returning({ sentAt: signInLinks.sentAt })
  if (!written) return
  await sendMail(tx, deps, {
    to: user.email,
    locale: user.locale,
    template: 'sign_in_link',
    values: { code: codeOf(deps, nonce), minutes: signInLinkRules.lifeMinutes },
    link: withReturn(`${deps.settings.origins.login}/login/sign-in/${token}`, returnTo),
  })
}
