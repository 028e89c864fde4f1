import { eq } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { isSameSecret, keyedHash, randomToken } from '#server/platform/secrets.ts'
import { users } from '../tables.ts'

const codeLifeS = 600

type SwgDeps = Pick<Deps, 'clock' | 'settings'>

/** OAuth authorization code by which Google may link the account, valid for ten minutes. Stored only once used. */
export function makeSwgAuthCode(
  { clock, settings }: SwgDeps,
  { userId }: Actor,
): { auth_code: string; expires_at: string } {
  const expires = clock.now().add({ seconds: codeLifeS }).round('second')
  const text = `${userId}.${expires.epochMilliseconds / 1000}.${randomToken(128)}`
  return { auth_code: `${text}.${sign(settings, 'swg-code', text)}`, expires_at: expires.toString() }
}

/**
 * Exchanges a code, once, for the access token by which Google names the account from then on, and links the account.
 *
 * @returns undefined for a code that is invalid, expired or used
 */
export async function exchangeSwgCode(
  deps: SwgDeps & Pick<Deps, 'db' | 'limiter'>,
  code: string,
): Promise<string | undefined> {
  const parts = /^((\d{1,10})\.(\d{1,12})\.[\w-]{22})\.([\w-]{43})$/.exec(code)
  const [, text = '', userId, expires, signature = ''] = parts ?? []
  if (!isSameSecret(signature, sign(deps.settings, 'swg-code', text))) return undefined
  if (Number(expires) * 1000 <= deps.clock.now().epochMilliseconds) return undefined
  try {
    await deps.limiter.take(limits.swgCodes, text)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
  const [linked] = await deps.db
    .update(users)
    .set({ swgLinked: true })
    .where(eq(users.id, Number(userId)))
    .returning({ id: users.id })
  return linked && `${linked.id}.${sign(deps.settings, 'swg-token', String(linked.id))}`
}

/** The account that a token of ours names; undefined for a forged one. */
export function readSwgToken({ settings }: Pick<Deps, 'settings'>, token: string): number | undefined {
  const [, userId = '', signature = ''] = /^(\d{1,10})\.([\w-]{43})$/.exec(token) ?? []
  return isSameSecret(signature, sign(settings, 'swg-token', userId)) ? Number(userId) : undefined
}

const sign = (settings: Deps['settings'], purpose: string, text: string): string =>
  keyedHash(settings.appSecret, purpose, text)
