import { and, desc, eq, lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { sessions, users } from '../tables.ts'
import { describeBrowser } from './describe-browser.ts'

/** Newest of the usual sign-ins that are compared; these suffice. */
const lookedAt = 200
/** Sign-ins older than this are the reader's usual pattern, however many came since. */
const usualAfterHours = 24

/** Signals from a reader's earlier sign-ins about a request. */
export type SessionHistory = {
  hasPassword: boolean
  /** Seconds since this session's sign-in. */
  signedInSinceS: number
  /** No earlier sign-in came from such a browser; false when there is none to compare with. */
  isNewBrowser: boolean
  isNewCountry: boolean
}

/** Compares a request with the reader's sign-ins of more than a day ago. */
export async function readSessionHistory(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: Actor,
  request: FastifyRequest,
): Promise<SessionHistory> {
  const now = deps.clock.now()
  const usualBefore = now.subtract({ hours: usualAfterHours })
  const isOwn = eq(sessions.userId, actor.userId)
  const [[user], [own], usual] = await Promise.all([
    deps.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, actor.userId)),
    deps.db
      .select()
      .from(sessions)
      .where(and(isOwn, eq(sessions.id, actor.sessionId))),
    deps.db
      .select()
      .from(sessions)
      .where(and(isOwn, lt(sessions.startedAt, usualBefore)))
      .orderBy(desc(sessions.startedAt))
      .limit(lookedAt),
  ])
  const isNew = (known: readonly string[], present: string | undefined) =>
    known.length > 0 && present !== undefined && !known.includes(present)
  return {
    hasPassword: typeof user?.hash === 'string',
    signedInSinceS: own ? own.startedAt.until(now).total('seconds') : Number.POSITIVE_INFINITY,
    isNewBrowser: isNew(
      usual.map(row => nameOf(row.userAgent)),
      nameOf(request.headers['user-agent'] ?? ''),
    ),
    isNewCountry: isNew(
      usual.flatMap(row => row.country ?? []),
      countryOf(deps, request),
    ),
  }
}

/**
 * The country that a request comes from, as the proxy in front of the server says.
 *
 * @returns ISO 3166 code; undefined where no proxy sets it
 */
export function countryOf(
  { settings }: Pick<Deps, 'settings'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  const told = settings.countryHeader === null ? undefined : headers[settings.countryHeader]
  return typeof told === 'string' && /^[A-Z]{2}$/.test(told) && told !== 'XX' ? told : undefined
}

function nameOf(userAgent: string): string {
  const { browser, system } = describeBrowser(userAgent)
  return `${browser} ${system}`
}
