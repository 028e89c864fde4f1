import { eq } from 'drizzle-orm'
import { type Access, accessLinkDays } from '#contract/companies/companies.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { newLink } from './access-link.ts'
import { accessState, toAccess } from './access-state.ts'
import { findAccess } from './access-store.ts'
import { mailAccessLink } from './mail-access-link.ts'
import {
  type AccessOfMany,
  lockAsAdministrator,
  requireAdministrator,
  requireNotEnded,
} from './require-administrator.ts'
import { findLocales } from './store.ts'
import { accesses } from './tables.ts'

/**
 * Mails the link of a pending access again, valid for another 30 days. An expired link stays void: a new one replaces
 * it.
 *
 * @throws AppError `forbidden`, `company_access_not_waiting`, `company_subscription_ended`, `too_many_access_mails`
 */
export async function sendAccessLink(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>,
  actor: Actor,
  { subscriptionId, id, isOneOfMany = false }: AccessOfMany,
): Promise<Access> {
  await requireAdministrator(deps, actor, subscriptionId)
  // Keyed by both, since whether the access belongs to the subscription is known only later.
  return deps.limiter.attempt([[limits.accessLinkMails, `${subscriptionId}.${id}`]], () =>
    deps.db.transaction(tx => send(tx, deps, actor, { subscriptionId, id, isOneOfMany })),
  )
}

async function send(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
  actor: Actor,
  { subscriptionId, id, isOneOfMany = false }: AccessOfMany,
): Promise<Access> {
  const shared = await lockAsAdministrator(tx, actor, subscriptionId, id)
  requireNotEnded(deps, shared)
  const access = await findAccess(tx, subscriptionId, id)
  if (!access) throw new AppError('forbidden')
  const now = deps.clock.now()
  if (accessState(access, now) !== 'waiting') throw new AppError('company_access_not_waiting')
  const works = Temporal.Instant.compare(now, access.linkExpiresAt) < 0
  const [row] = await tx
    .update(accesses)
    .set({
      linkSentAt: now,
      ...(works ? { linkExpiresAt: now.add({ hours: accessLinkDays * 24 }) } : newLink(now)),
    })
    .where(eq(accesses.id, id))
    .returning()
  if (!row) throw new Error('An access that is held disappeared')
  await mailAccessLink(tx, deps, shared, row, (await findLocales(tx, [row.email])).get(row.email))
  if (!isOneOfMany) await recordActivity(tx, deps, { userId: actor.userId, kind: 'access_link_sent' })
  return toAccess(deps, { ...row, readerEmail: null })
}
