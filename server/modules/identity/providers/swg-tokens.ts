import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { isSameSecret, keyedHash, randomToken } from '#server/platform/secrets.ts'
import { lockReader } from '../lock-reader.ts'
import { isAlive } from '../sessions/is-alive.ts'
import { users } from '../tables.ts'
import { tellLinking } from './tell-linking.ts'

const codeLifeS = 600

type SwgDeps = Pick<Deps, 'clock' | 'db' | 'settings'>

/**
 * OAuth authorization code by which Google may link the account, valid for ten minutes and as long as its session, and
 * until the account is unlinked. Stored only once used.
 */
export async function makeSwgAuthCode(
  { clock, db, settings }: SwgDeps,
  { userId, sessionId }: Actor,
): Promise<{ auth_code: string; expires_at: string }> {
  const { generation } = onlyRow(
    await db.select({ generation: users.swgGeneration }).from(users).where(eq(users.id, userId)),
  )
  const expires = clock.now().add({ seconds: codeLifeS }).round('second')
  const text = `${userId}.${generation}.${sessionId}.${expires.epochMilliseconds / 1000}.${randomToken(128)}`
  return { auth_code: `${text}.${sign(settings, 'swg-code', text)}`, expires_at: expires.toString() }
}

/**
 * Exchanges a code, once, for the access token by which Google names the account from then on, and links the account. The
 * reader is told as of any other linked account.
 *
 * @returns undefined for a code that is invalid, expired or used, whose session is over, or whose account has been unlinked
 *   since or is to be deleted
 */
export async function exchangeSwgCode(
  deps: SwgDeps & Pick<Deps, 'jobs' | 'limiter'>,
  code: string,
): Promise<string | undefined> {
  const parts = /^((\d{1,10})\.(\d{1,10})\.([\w-]{22})\.(\d{1,12})\.[\w-]{22})\.([\w-]{43})$/.exec(code)
  const [, text = '', userId, generation, sessionId = '', expires, signature = ''] = parts ?? []
  if (!isSameSecret(signature, sign(deps.settings, 'swg-code', text))) return undefined
  if (Number(expires) * 1000 <= deps.clock.now().epochMilliseconds) return undefined
  try {
    await deps.limiter.take(limits.swgCodes, text)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
  const actor = { userId: Number(userId), sessionId }
  return deps.db.transaction(async tx => {
    const user = await lockReader(tx, actor.userId)
    if (user?.swgGeneration !== Number(generation) || user.anonymizationRequestedAt !== null) return undefined
    if (!(await isAlive(tx, actor))) return undefined
    await tx.update(users).set({ swgLinked: true }).where(eq(users.id, user.id))
    await tellLinking(tx, deps, user, { kind: 'extern_account_linked', name: 'swg' })
    const named = `${user.id}.${user.swgGeneration}`
    return `${named}.${sign(deps.settings, 'swg-token', named)}`
  })
}

/**
 * Unlinks Subscribe with Google: a token or code given before is dead, also once the account is linked again.
 *
 * @returns false when it was not linked
 */
export async function unlinkSwg(tx: Tx, userId: number): Promise<boolean> {
  const unlinked = await tx
    .update(users)
    .set({ swgLinked: false, swgGeneration: sql`${users.swgGeneration} + 1` })
    .where(and(eq(users.id, userId), eq(users.swgLinked, true)))
    .returning({ id: users.id })
  return unlinked.length > 0
}

/** The account that a token of ours names, and the generation of its links; undefined for a forged one. */
export function readSwgToken(
  { settings }: Pick<Deps, 'settings'>,
  token: string,
): { userId: number; generation: number } | undefined {
  const [, named = '', userId, generation, signature = ''] =
    /^((\d{1,10})\.(\d{1,10}))\.([\w-]{43})$/.exec(token) ?? []
  if (!isSameSecret(signature, sign(settings, 'swg-token', named))) return undefined
  return { userId: Number(userId), generation: Number(generation) }
}

const sign = (settings: Deps['settings'], purpose: string, text: string): string =>
  keyedHash(settings.appSecret, purpose, text)
