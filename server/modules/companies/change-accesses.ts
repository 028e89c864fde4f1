import type { changeAccesses as endpoint } from '#contract/companies/companies.ts'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import type { Locale } from '#contract/wire.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { AppError, isPlainErrorKey, type PlainErrorKey } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { say } from '#server/platform/texts/messages.ts'
import { activateAccess } from './activate-access.ts'
import { deactivateAccess } from './deactivate-access.ts'
import { requireAdministrator } from './require-administrator.ts'
import { sendAccessLink } from './send-access-link.ts'

const acts = {
  send_link: { change: sendAccessLink, kind: 'access_link_sent' },
  deactivate: { change: deactivateAccess, kind: 'access_deactivated' },
  activate: { change: activateAccess, kind: 'access_activated' },
} as const

type Changing = { subscriptionId: number; act: keyof typeof acts; ids: readonly number[]; locale: Locale }
type Results = EndpointAnswer<typeof endpoint>['results']

/**
 * Does the same with many accesses, each in a transaction of its own, so that one that is refused or fails holds up no
 * other (R13.12). The log gets one entry for all of them.
 *
 * @param input.locale language of the texts in the results
 * @throws AppError `forbidden` for a subscription that is not the administrator's; other refusals are results
 */
export async function changeAccesses(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings' | 'log'>,
  actor: Actor,
  { subscriptionId, act, ids, locale }: Changing,
): Promise<{ results: Results }> {
  await requireAdministrator(deps, actor, subscriptionId)
  const { change, kind } = acts[act]
  const results: Results = []
  for (const id of new Set(ids)) {
    const key = await change(deps, actor, { subscriptionId, id, isOneOfMany: true }).then(
      () => undefined,
      (error: unknown) => keyOf(deps, error),
    )
    results.push({ id, error: key === undefined ? null : { key, message: say(locale, `error.${key}`) } })
  }
  const count = results.filter(({ error }) => error === null).length
  if (count > 0) {
    await deps.db.transaction(tx =>
      recordActivity(tx, deps, { userId: actor.userId, kind, details: { count: String(count) } }),
    )
  }
  return { results }
}

/** The reason of a refusal; anything else is a fault of ours, which stands in the log. */
function keyOf(deps: Pick<Deps, 'log'>, error: unknown): PlainErrorKey {
  const key = error instanceof AppError ? error.faults[0]?.key : undefined
  if (key !== undefined && isPlainErrorKey(key)) return key
  deps.log.error({ err: error, task: 'change-accesses' }, 'an access could not be changed')
  return 'internal_server_error'
}
