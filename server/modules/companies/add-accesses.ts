import type { AddedAccess } from '#contract/companies/companies.ts'
import type { Locale } from '#contract/wire.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { say } from '#server/platform/texts/messages.ts'
import { newLink } from './access-link.ts'
import { toAccess } from './access-state.ts'
import { type AccessRow, addressesOf, findAccesses } from './access-store.ts'
import { giveAccess } from './give-access.ts'
import { judgeAddresses, type Line } from './judge-addresses.ts'
import { kindOf } from './list-shared-subscriptions.ts'
import { mailAccessLink } from './mail-access-link.ts'
import { lockAsAdministrator, requireNotEnded } from './require-administrator.ts'
import { findLocales, type SharedRow } from './store.ts'
import { accesses } from './tables.ts'

type AddDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>
type Adding = { subscriptionId: number; sendLinks: boolean; locale: Locale }
type Added = { seats: number; used: number; results: AddedAccess[] }

/**
 * Gives seats to some addresses, in their order, as long as there are any; each address gets a result of its own
 * (R1.16). Seats are counted while the subscription is locked, so concurrent calls never give the same one.
 *
 * @param input.emails as typed; empty ones are left out
 * @param input.sendLinks whether the links are mailed at once
 * @param input.locale language of the texts in the results
 * @throws AppError `forbidden`, `company_subscription_ended`
 */
export const addAccesses = (
  deps: AddDeps,
  actor: Actor,
  input: Adding & { emails: readonly string[] },
): Promise<Added> => add(deps, actor, input, () => undefined)

/**
 * The same for one address, which is refused as a whole.
 *
 * @throws AppError additionally `company_access_exists`, `company_own_access`, `company_seats_used_up`,
 *   `too_many_access_mails`, each at the field `email`
 */
export const addAccess = (
  deps: AddDeps,
  actor: Actor,
  { email, ...input }: Adding & { email: string },
): Promise<Added> =>
  add(deps, actor, { ...input, emails: [email] }, (lines, tired) => {
    const refused = lines.find(line => line.error)
    if (!refused?.error) return
    const retryAfterS = refused.error === 'too_many_access_mails' ? tired.get(refused.email) : undefined
    throw new AppError(
      { key: refused.error, field: 'email' },
      retryAfterS === undefined ? {} : { retryAfterS },
    )
  })

async function add(
  deps: AddDeps,
  actor: Actor,
  input: Adding & { emails: readonly string[] },
  inspect: (lines: readonly Line[], tired: ReadonlyMap<string, number>) => void,
): Promise<Added> {
  return deps.db.transaction(async tx => {
    const shared = await lockAsAdministrator(tx, actor, input.subscriptionId)
    requireNotEnded(deps, shared)
    const before = await findAccesses(tx, shared.id)
    const open = before.filter(row => row.deactivatedAt === null)
    const tired = tiredAddresses(before, deps.clock.now())
    const lines = judgeAddresses(input.emails, {
      // A family's owner reads without an access; a company's administrator needs one like all its people.
      own: kindOf(shared) === 'family' ? shared.administrator.email : undefined,
      taken: new Set(open.flatMap(addressesOf)),
      tired,
      free: shared.seats - open.length,
    })
    inspect(lines, tired)
    const given = await give(tx, deps, actor, { shared, lines, sendLinks: input.sendLinks })
    return {
      seats: shared.seats,
      used: open.length + given.size,
      results: lines.map(line => toResult(deps, line, given, input.locale)),
    }
  })
}

/** Makes the accesses of the lines that have no fault. @returns them by address */
async function give(
  tx: Tx,
  deps: AddDeps,
  actor: Actor,
  { shared, lines, sendLinks }: { shared: SharedRow; lines: readonly Line[]; sendLinks: boolean },
): Promise<Map<string, AccessRow>> {
  const now = deps.clock.now()
  const emails = lines.filter(line => !line.error).map(line => line.email)
  if (emails.length === 0) return new Map()
  const own = emails.includes(shared.administrator.email) ? await takeOwn(tx, shared, now) : undefined
  const rows = await tx
    .insert(accesses)
    .values(
      emails.map(email => ({
        subscriptionId: shared.id,
        email,
        invitedAt: now,
        ...newLink(now),
        ...(email === shared.administrator.email ? own : { linkSentAt: sendLinks ? now : null }),
      })),
    )
    .returning()
  if (sendLinks) {
    const invited = rows.filter(row => row.userId === null)
    const locales = await findLocales(
      tx,
      invited.map(row => row.email),
    )
    for (const row of invited) await mailAccessLink(tx, deps, shared, row, locales.get(row.email))
  }
  const details = { count: String(rows.length) }
  await recordActivity(tx, deps, { userId: actor.userId, kind: 'access_added', details })
  const readerEmail = shared.administrator.email
  return new Map(
    rows.map(row => [row.email, { ...row, readerEmail: row.userId === null ? null : readerEmail }]),
  )
}

/** The administrator's own access needs no link: it is active at once. */
async function takeOwn(tx: Tx, shared: SharedRow, now: Temporal.Instant) {
  const userId = shared.administratorId
  return { userId, activeFrom: now, seatSubscriptionId: await giveAccess(tx, shared, { userId, now }) }
}

/**
 * Rate limit for each address: giving and ending an access repeatedly must not flood a stranger's mailbox.
 *
 * @returns addresses over the limit, each with the seconds until it can be invited again
 */
function tiredAddresses(rows: readonly AccessRow[], now: Temporal.Instant): Map<string, number> {
  const { points, windowS } = limits.familyRequests
  const ages = Map.groupBy(
    rows.map(({ email, invitedAt }) => ({ email, ageS: Math.floor(now.since(invitedAt).total('seconds')) })),
    ({ email }) => email,
  )
  return new Map(
    [...ages].flatMap(([email, times]) => {
      const [oldest] = times
        .map(({ ageS }) => ageS)
        .filter(ageS => ageS < windowS)
        .sort((a, b) => a - b)
        .slice(points - 1)
      return oldest === undefined ? [] : [[email, windowS - oldest] as const]
    }),
  )
}

function toResult(
  deps: AddDeps,
  { line, given, email, error }: Line,
  added: ReadonlyMap<string, AccessRow>,
  locale: Locale,
): AddedAccess {
  const row = error ? undefined : added.get(email)
  return {
    line,
    email: given,
    access: row ? toAccess(deps, row) : null,
    error: error ? { key: error, message: say(locale, `error.${error}`) } : null,
  }
}
